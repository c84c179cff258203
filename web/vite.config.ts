// How the page is built: three files of fixed names, with addresses that hold under any path.
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  server: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    copyPublicDir: false, // it is for `npm run dev` alone
    emptyOutDir: true, // of --outDir, which may lie in a build folder
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        assetFileNames: 'page.[ext]',
        inlineDynamicImports: true,
      },
    },
  },
});
