// Block matrices and their factor against dense ones.
#include "thigmo/mechanics/block_cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

/// A chain of four-row elements with side chains, in random order.
ElementRows branched(size_t rows) {
    std::mt19937 random(5);
    std::vector<uint32_t> number(rows);
    for (uint32_t i = 0; i < rows; ++i) number[i] = i;
    std::shuffle(number.begin(), number.end(), random);
    ElementRows elements;
    elements.first.push_back(0);
    const auto add = [&](size_t a, size_t b) {
        for (const size_t i : {a, a + 1, b, b + 1}) elements.row.push_back(number[i]);
        elements.first.push_back(static_cast<uint32_t>(elements.row.size()));
    };
    for (size_t i = 0; i + 3 < rows; i += 2) add(i % 40 == 20 ? i / 2 : i, i + 2);
    return elements;
}

/// Random, and heavy on the diagonal.
void fill(BlockMatrix& matrix, double diagonal) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (size_t i = 0; i < matrix.rows(); ++i)
        for (uint32_t p = matrix.first[i]; p < matrix.first[i + 1]; ++p) {
            Eigen::Map<Eigen::Matrix3d> block(matrix.block(p));
            for (int k = 0; k < 9; ++k) block.data()[k] = uniform(random);
            if (p != matrix.first[i]) continue;
            block = (0.5 * (block + block.transpose())).eval();
            block += diagonal * Eigen::Matrix3d::Identity();
        }
}

Eigen::MatrixXd dense(const BlockMatrix& matrix) {
    const auto n = static_cast<Eigen::Index>(3 * matrix.rows());
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
    for (size_t i = 0; i < matrix.rows(); ++i)
        for (uint32_t p = matrix.first[i]; p < matrix.first[i + 1]; ++p) {
            const Eigen::Map<const Eigen::Matrix3d> block(matrix.block(p));
            const auto r = static_cast<Eigen::Index>(3 * i);
            const auto c = static_cast<Eigen::Index>(3 * matrix.column[p]);
            a.block<3, 3>(r, c) = block;
            a.block<3, 3>(c, r) = block.transpose();
        }
    return a;
}

struct Case {
    explicit Case(size_t rows, double diagonal = 12) {
        ElementRows elements = branched(rows);
        order = elimination_order(block_pattern(rows, elements));
        for (uint32_t& row : elements.row) row = order.number[row];
        matrix = block_pattern(rows, elements);
        fill(matrix, diagonal);
        x = Eigen::VectorXd::LinSpaced(static_cast<Eigen::Index>(3 * rows), -1, 2);
    }
    EliminationOrder order;
    BlockMatrix matrix;
    Eigen::VectorXd x;
};

std::span<double> span_of(Eigen::VectorXd& x) {
    return {x.data(), static_cast<size_t>(x.size())};
}

TEST(BlockMatrix, MultipliesAsDense) {
    Case c(100);
    Eigen::VectorXd y(c.x.size());
    multiply(c.matrix, span_of(c.x), span_of(y));
    EXPECT_LT((y - dense(c.matrix) * c.x).norm(), 1e-11);
}

TEST(BlockCholesky, SolvesAsDense) {
    for (const size_t rows : {4u, 30u, 200u}) {
        Case c(rows);
        BlockCholesky factor(c.matrix, c.order.part_first);
        for (int again = 0; again < 2; ++again) {
            ASSERT_TRUE(factor.factor(c.matrix));
            Eigen::VectorXd x = c.x;
            factor.solve(span_of(x));
            EXPECT_LT((dense(c.matrix) * x - c.x).norm(), 1e-10 * c.x.norm()) << rows;
        }
    }
}

TEST(BlockCholesky, PartsMeetOnlyTheLast) {
    const Case c(400);
    const std::vector<uint32_t>& first = c.order.part_first;
    ASSERT_GT(first.size(), 4u);
    for (size_t part = 0; part + 2 < first.size(); ++part)
        for (uint32_t i = first[part]; i < first[part + 1]; ++i)
            for (uint32_t p = c.matrix.first[i]; p < c.matrix.first[i + 1]; ++p)
                EXPECT_TRUE(c.matrix.column[p] < first[part + 1] ||
                            c.matrix.column[p] >= first[first.size() - 2]);
}

TEST(BlockCholesky, AnyNumberOfThreadsGivesTheSameBits) {
    Case c(400);
    Eigen::VectorXd once;
    for (const size_t threads : {1u, 2u, 4u}) {
        const ThreadLimit limit(threads);
        BlockCholesky factor(c.matrix, c.order.part_first);
        ASSERT_TRUE(factor.factor(c.matrix));
        Eigen::VectorXd x = c.x;
        factor.solve(span_of(x));
        if (once.size() == 0) once = x;
        EXPECT_EQ(x, once);
    }
}

TEST(BlockCholesky, TellsWhatIsNotPositive) {
    Case c(60, -0.5);
    BlockCholesky factor(c.matrix, c.order.part_first);
    EXPECT_FALSE(factor.factor(c.matrix));
}

}  // namespace
}  // namespace thigmo
