// Serves the page to this machine alone.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/cli/page_site.h"

namespace thigmo::cli {

/// On 127.0.0.1 and no other interface, under a word that nobody can guess, so that neither other
/// users of the machine nor pages of other origins find what is shown. Connections that say
/// nothing, or little by little, keep no others waiting. Of too many the oldest that are sent
/// nothing are closed; where all are being answered, a new one is.
class PageServer {
  public:
    /// port 0: any that is free. InputError when it is taken. The site must outlive this.
    PageServer(const PageSite& site, int port);
    ~PageServer();

    int port() const;
    /// "/WORD/".
    const std::string& path() const { return path_; }
    std::string address() const;

    /// Answers until `ended` says so, which it is asked many times a second.
    void serve(const std::function<bool()>& ended);

  private:
    class Listener;
    std::unique_ptr<Listener> listener_;
    std::string path_;
};

}  // namespace thigmo::cli
