// One workload with Heddle in a fresh process: node heddle.js <workload> <size> <rounds> [options of Bdd as JSON].
// Prints the answer, the CPU time of every round (a new `Bdd` each) and the statistics of the last.

import { Bdd } from './package.js';
import { workloads } from './workloads.js';

const [name, size, rounds, options = '{}'] = process.argv.slice(2);
const workload = workloads[name];
const milliseconds = [];
let value;
let statistics;
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage();
  const bdd = new Bdd({ variableCount: workload.variableCount(Number(size)), ...JSON.parse(options) });
  value = workload.run(bdd, Number(size));
  const { user, system } = process.cpuUsage(before);
  milliseconds.push((user + system) / 1000);
  statistics = bdd.statistics();
}
console.log(JSON.stringify({ value: `${value}`, milliseconds, collections: statistics.collections, ...statistics }));
