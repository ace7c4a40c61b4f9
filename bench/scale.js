// Beyond one core: `node bench/scale.js [overhead|questions|large|cluster]`. Needs `npm run build`, and redis-server for `cluster`.
//   overhead   what a worker, a journal and a cluster add to each of 400 tiny questions, and what travels
//   questions  5,000 small files with 1, 2 and 4 workers (HEDDLE_FILES: how many)
//   large      the large atomicity model (10 processes, 5,000 statements), one atomic set of 4 of its 30 variables, on one core,
//              in process with what V8 does beside it on others, and with 2 and 4 workers (HEDDLE_VARIABLES: how many; 30 is all)
//   cluster    1,000 small files with 1, 2 and 4 workers of a cluster on this machine, one thread each
// Each row is printed when it is known. Processor time is that of the command with its threads; of workers of a cluster it is
// not counted. `threads`: main thread, workers, and what V8 does beside them (optimising, collecting garbage). `at best`: the
// main thread in process against the longest thread or all of them shared out over the cores: no clock shows more.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { generateModel, industrialShape } from './atomicity-models.js';

const heddle = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const preload = fileURLToPath(new URL('thread-times.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heddle-scale-'));

const onOneCore = ['taskset', '-c', '0'];
const hasTaskset = spawnSync(onOneCore[0], [...onOneCore.slice(1), 'true']).status === 0;

/** `times` of the shell knows what its children have used. */
function run(words, prefix = []) {
  const begun = process.hrtime.bigint();
  const shell = ['-c', '"$@" >/dev/null 2>&1; status=$?; times; exit $status', 'sh'];
  const command = [...prefix, process.execPath, heddle, ...words, '--quiet'];
  const times = join(folder, 'thread-times');
  rmSync(times, { force: true });
  const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, HEDDLE_THREAD_TIMES: times };
  const { status, stdout } = spawnSync('sh', [...shell, ...command], { cwd: folder, encoding: 'utf8', env });
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  const used = [
    ...stdout
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const cpu = used.reduce((sum, [, m, s]) => sum + 60 * m + Number(s), 0);
  return { status, seconds, cpu, ...threadsIn(times, cpu) };
}

/** Seconds of each thread, and what no clock can show less of on these cores. */
function threadsIn(file, cpu) {
  if (!existsSync(file)) return {};
  const last = new Map(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  const main = Number(last.get('main') ?? 0);
  const others = [...last].filter(([name]) => name !== 'main').map(([, seconds]) => Number(seconds));
  const beside = Math.max(0, cpu - main - others.reduce((sum, seconds) => sum + seconds, 0));
  const cores = Math.min(availableParallelism(), Math.max(1, others.length));
  const least = others.length === 0 ? main : Math.max(main, ...others, cpu / cores);
  return { threads: [main, ...others, beside].map((seconds) => seconds.toFixed(1)).join(' + '), least };
}

/** Prints rows as they come. */
class Table {
  constructor(title) {
    console.log(`\n${title} (load ${loadavg()[0].toFixed(1)})\n`);
    console.log('| workers | seconds | processor seconds | times as fast as the first | threads | at best | exit |');
    console.log('|---|---|---|---|---|---|---|');
    this.rows = [];
  }

  add(name, row) {
    this.rows.push(row);
    const [first] = this.rows;
    const { seconds, cpu, threads = '', least, status } = row;
    const ratio = (first.seconds / seconds).toFixed(2);
    const best = least === undefined ? '' : (first.least / least).toFixed(2);
    console.log(
      `| ${name} | ${seconds.toFixed(1)} | ${cpu.toFixed(1)} | ${ratio} | ${threads} | ${best} | ${status} |`,
    );
    return row;
  }
}

const workers = ['1', '2', '4'];

function writeFiles(name, count) {
  mkdirSync(join(folder, name));
  for (let i = 0; i < count; i++)
    writeFileSync(
      join(folder, name, `m${i}.eml`),
      `var x: int; lock l;\nprocess P { main { synchronized (l) { x = ${i}; } unit { x = 2; let y = x; } } }\nprocess Q { main { x = 3; } }\n`,
    );
}

function questions() {
  const count = Number(process.env.HEDDLE_FILES ?? 5000);
  writeFiles('many', count);
  const asked = (n) => run(['check', 'many', '--jobs', n, '--format', 'jsonl', '-o', `many${n}.jsonl`]);
  const table = new Table(`${count} small files, all engines that fit`);
  for (const n of workers) table.add(n === '1' ? 'in process' : n, asked(n));
  console.log(`\n${((1000 * table.rows[0].cpu) / count).toFixed(2)} ms of processor time a file in process`);
}

function large() {
  const count = Number(process.env.HEDDLE_VARIABLES ?? 4);
  const names = Array.from({ length: count }, (_, i) => `x${i}`);
  const text = generateModel(industrialShape);
  const end = text.indexOf('process ');
  const sets = count < industrialShape.variables ? `atomic set S { ${names.join(', ')} }\n` : '';
  writeFileSync(join(folder, 'large.eml'), `${text.slice(0, end)}${sets}${text.slice(end)}`);
  // Witnesses have thousands of steps: a table of the results keeps the disk out of it.
  const asked = (n, prefix) =>
    run(['atomicity', 'large.eml', '--jobs', n, '--format', 'csv', '-o', `large${n}.csv`], prefix);
  const table = new Table(`10 processes, 5,000 statements, ${count} variables; replays and certificates included`);
  if (hasTaskset) {
    const alone = asked('1', onOneCore);
    table.add('in process, on one core', { ...alone, least: alone.cpu });
  }
  for (const n of workers) table.add(n === '1' ? 'in process' : n, asked(n));
}

/** The same tiny questions in process, with workers, with a journal and on a cluster. */
async function overhead() {
  const count = 400;
  const text = 'var x: int; process P { main { x = 1; } } process Q { main { let y = x; } }';
  mkdirSync(join(folder, 'tiny'));
  for (let i = 0; i < count; i++) writeFileSync(join(folder, 'tiny', `m${i}.eml`), `// ${i}\n${text}\n`);
  const asked = (...words) => run(['explore', 'tiny', '--format', 'jsonl', '-o', 'tiny.jsonl', ...words]);
  const table = new Table(`${count} tiny questions`);
  const here = table.add('in process', asked('--jobs', '1'));
  const more = [
    ['two workers', table.add('two workers', asked('--jobs', '2'))],
    ['in process, with a journal', table.add('in process, with a journal', asked('--jobs', '1', '--run', 'r'))],
  ];
  const cluster = await startCluster(1);
  if (cluster) {
    const name = 'a cluster with one worker';
    more.push([name, table.add(name, asked('--cluster', cluster.url))]);
    cluster.stop();
  }
  console.log('');
  for (const [name, { cpu, seconds }] of more) {
    const each = (value) => ((1000 * value) / count).toFixed(2);
    console.log(
      `${name}: ${each(cpu - here.cpu)} ms of processor time more a question, ${each(seconds - here.seconds)} ms by the clock`,
    );
  }
  const journal = statSync(join(folder, 'r', 'journal.jsonl')).size;
  console.log(
    `journal: ${Math.round(journal / count)} bytes a question; an input of ${text.length} bytes travels as ${gzipSync(text).length}`,
  );
}

async function cluster() {
  const count = 1000;
  writeFiles('some', count);
  const table = new Table(`${count} small files on a cluster (processor time of the client alone)`);
  table.add('in process', run(['check', 'some', '--jobs', '1', '--format', 'jsonl', '-o', 'some.jsonl']));
  const commands = [];
  for (const n of workers) {
    const started = await startCluster(Number(n));
    if (!started) return;
    const words = ['check', 'some', '--cluster', started.url, '--format', 'jsonl', '-o', 'some.jsonl'];
    table.add(`cluster, ${n}`, run(words));
    commands.push(`${n} workers: ${started.commands()} commands of Redis`);
    started.stop();
  }
  console.log(`\n${commands.join('\n')}`);
}

/** A Redis of its own with so many workers; nothing where there is none. */
async function startCluster(count) {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('redis-server is not installed: nothing is measured on a cluster');
    return undefined;
  }
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
  const url = `redis://127.0.0.1:${port}`;
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], { stdio: 'ignore' });
  const said = (word) => spawnSync('redis-cli', ['-p', String(port), ...word], { encoding: 'utf8' }).stdout;
  while (!said(['ping']).includes('PONG')) await new Promise((resolve) => setTimeout(resolve, 50));
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [heddle, 'worker', '--cluster', url, '--threads', '1'], { stdio: 'ignore' }),
  );
  while (Number(said(['hlen', 'heddle:members'])) < count) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    commands: () => /total_commands_processed:(\d+)/.exec(said(['info', 'stats']))?.[1],
    stop() {
      for (const child of [...children, redis]) child.kill('SIGKILL');
    },
  };
}

const wanted = process.argv[2];
try {
  for (const [name, measure] of Object.entries({ overhead, cluster, questions, large }))
    if (wanted === undefined || wanted === name) await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
