// The workloads of workloads.js with BuDDy: buddy <workload> <size> <rounds> <nodes> <cache>.
// Same functions, variable order and sequence of operations; BuDDy collects garbage by itself when its table is full.

#include <bdd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

static int collections = 0;

static void countCollections(int before, bddGbcStat *) { collections += before ? 1 : 0; }

static bool attacks(int i, int j, int k, int l) {
  return (k != i || l != j) && (k == i || l == j || k - i == l - j || k - i == j - l);
}

static double queens(int n) {
  bdd_setvarnum(n * n);
  auto square = [n](int row, int column) { return bdd_ithvar(row * n + column); };
  bdd solution = bddtrue;
  for (int i = 0; i < n; i++) {
    bdd row = bddfalse;
    for (int j = 0; j < n; j++) row |= square(i, j);
    solution &= row;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      bdd free = bddtrue;
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
          if (attacks(i, j, k, l)) free &= bdd_imp(square(i, j), !square(k, l));
      solution &= free;
    }
  return bdd_satcount(solution);
}

static double reachable(int bits, bdd initial, bdd transition) {
  std::vector<int> now, then;
  for (int i = 0; i < bits; i++) now.push_back(2 * i), then.push_back(2 * i + 1);
  bddPair *toCurrent = bdd_newpair();
  bdd_setpairs(toCurrent, then.data(), now.data(), bits);
  bdd current = bdd_makeset(now.data(), bits);
  bdd reached = initial, frontier = initial;
  for (;;) {
    bdd image = bdd_replace(bdd_relprod(frontier, transition, current), toCurrent);
    bdd next = reached | image;
    if (next == reached) break;
    frontier = bdd_apply(image, reached, bddop_diff);
    reached = next;
  }
  bdd_freepair(toCurrent);
  return bdd_satcount(reached) / std::pow(2.0, bits);
}

enum { TOKEN, WAITING, CRITICAL };

static bdd now(int process, int bit) { return bdd_ithvar(2 * (3 * process + bit)); }
static bdd then(int process, int bit) { return bdd_ithvar(2 * (3 * process + bit) + 1); }
static bdd keeps(int process, int bit) { return bdd_biimp(now(process, bit), then(process, bit)); }

static double ring(int n) {
  bdd_setvarnum(6 * n);
  bdd initial = bddtrue;
  std::vector<bdd> same(n);
  for (int p = 0; p < n; p++) {
    for (int bit : {TOKEN, WAITING, CRITICAL}) initial &= p == 0 && bit == TOKEN ? now(p, bit) : !now(p, bit);
    same[p] = keeps(p, TOKEN) & keeps(p, WAITING) & keeps(p, CRITICAL);
  }
  bdd transition = bddfalse;
  for (int p = 0; p < n; p++) {
    int q = (p + 1) % n;
    bdd ask = !now(p, WAITING) & !now(p, CRITICAL) & then(p, WAITING) & !then(p, CRITICAL) & keeps(p, TOKEN);
    bdd enter = now(p, TOKEN) & now(p, WAITING) & !then(p, WAITING) & then(p, CRITICAL) & keeps(p, TOKEN);
    bdd leave = now(p, TOKEN) & !now(p, WAITING) & !then(p, TOKEN) & !then(p, WAITING) & !then(p, CRITICAL);
    bdd pass = leave & !now(q, TOKEN) & then(q, TOKEN) & (keeps(q, WAITING) & keeps(q, CRITICAL));
    bdd others = bddtrue;
    for (int r = n - 1; r >= 0; r--)
      if (r != p && r != q) others &= same[r];
    transition |= (((ask | enter) & same[q]) | pass) & others;
  }
  return reachable(3 * n, initial, transition);
}

static double counter(int bits) {
  bdd_setvarnum(2 * bits);
  bdd transition = bddtrue, carry = bddtrue, initial = bddtrue;
  for (int i = 0; i < bits; i++) {
    bdd current = bdd_ithvar(2 * (bits - 1 - i)), next = bdd_ithvar(2 * (bits - 1 - i) + 1);
    transition &= bdd_biimp(next, current ^ carry);
    carry &= current;
    initial &= !current;
  }
  return reachable(bits, initial, transition);
}

int main(int, char **argv) {
  std::string name = argv[1];
  int size = atoi(argv[2]), rounds = atoi(argv[3]), nodes = atoi(argv[4]), cache = atoi(argv[5]);
  double value = 0;
  std::string milliseconds;
  for (int round = 0; round < rounds; round++) {
    collections = 0;
    clock_t before = clock();
    bdd_init(nodes, cache);
    bdd_setmaxincrease(1 << 24);
    bdd_gbc_hook(countCollections);
    value = name == "queens" ? queens(size) : name == "ring" ? ring(size) : counter(size);
    double spent = 1000.0 * (clock() - before) / CLOCKS_PER_SEC;
    milliseconds += (round > 0 ? "," : "") + std::to_string(spent);
    if (round < rounds - 1) bdd_done();
  }
  printf("{\"value\":\"%.17g\",\"milliseconds\":[%s],\"collections\":%d}\n", value, milliseconds.c_str(), collections);
}
