// EML models that grow with the number of threads: the two programs of Flanagan and Godefroid that paper 001 measures.

/** Each thread puts four words into a hash table of 128 entries, one lock per entry; words collide from 12 threads on. */
export function indexerModel(threads) {
  return `// Indexer with ${threads} threads (Flanagan and Godefroid, POPL 2005).
class Mutex { }

cas(table : int[], mutex : Mutex[], h : int, w : int) : bool {
  synchronized (mutex[h]) {
    if (table[h] != 0) return false;
    table[h] = w;
    return true;
  }
}

indexer(table : int[], mutex : Mutex[], tid : int) {
  let m = 0;
  while (m < 4) {
    m = m + 1;
    let w = m * 11 + tid;
    let h = (w * 7) % 128;
    while (!cas(table, mutex, h, w)) h = (h + 1) % 128;
  }
}

process Main {
  main {
    let table = new int[128];
    let mutex = new Mutex[128];
    let i = 0;
    while (i < 128) { mutex[i] = new Mutex; i = i + 1; }
    let tid = 0;
    while (tid < ${threads}) { spawn indexer(table, mutex, tid); tid = tid + 1; }
    join;
  }
}
`;
}

/** Each thread gives its inode a free block; blocks are shared by two inodes from 14 threads on. */
export function fileSystemModel(threads) {
  return `// FileSystem with ${threads} threads (Flanagan and Godefroid, POPL 2005).
class Mutex { }

mutexes(count : int) : Mutex[] {
  let made = new Mutex[count];
  let i = 0;
  while (i < count) { made[i] = new Mutex; i = i + 1; }
  return made;
}

create(inode : int[], busy : bool[], locki : Mutex[], lockb : Mutex[], tid : int) {
  let i = tid % 32;
  synchronized (locki[i]) {
    if (inode[i] == 0) {
      let b = (i * 2) % 26;
      while (true) {
        acquire(lockb[b]);
        if (!busy[b]) {
          busy[b] = true;
          inode[i] = b + 1;
          release(lockb[b]);
          break;
        }
        release(lockb[b]);
        b = (b + 1) % 26;
      }
    }
  }
}

process Main {
  main {
    let inode = new int[32];
    let busy = new bool[26];
    let locki = mutexes(32);
    let lockb = mutexes(26);
    let tid = 0;
    while (tid < ${threads}) { spawn create(inode, busy, locki, lockb, tid); tid = tid + 1; }
    join;
  }
}
`;
}

/** Indexer in SPIN's language, step by step as above; local computations are merged, a lock is taken in one step. */
export function indexerPromela(threads) {
  return `byte table[128];
bool mutex[128];

proctype indexer(byte tid) {
  byte m, w, h, seen;
  do
  :: m < 4 ->
    d_step { m++; w = m * 11 + tid; h = (w * 7) % 128; }
    do
    :: atomic { !mutex[h] -> mutex[h] = true; }
      seen = table[h];
      if
      :: seen == 0 -> table[h] = w; mutex[h] = false; break;
      :: else -> mutex[h] = false; h = (h + 1) % 128;
      fi
    od
  :: else -> break;
  od
}

init {
  byte tid;
  atomic { for (tid : 0 .. ${threads - 1}) { run indexer(tid); } }
}
`;
}

/** Peterson's mutual exclusion for two threads, each of which enters so many times. */
export function petersonModel(rounds) {
  const process = (name, mine, other, turn) => `process ${name} {
  main {
    let i = 0;
    while (i < ${rounds}) {
      i = i + 1;
      wants${mine} = true;
      turn = ${turn};
      while (wants${other} && turn == ${turn}) { skip; }
      inside = inside + 1;
      assert inside == 1;
      inside = inside - 1;
      wants${mine} = false;
    }
  }
}
`;
  return `volatile var wants0 : bool, wants1 : bool, turn : int 0..1;
var inside : int 0..2;
${process('Zero', 0, 1, 1)}${process('One', 1, 0, 0)}`;
}

/** The same, step by step: `inside` is read and written in two steps, each flag is read in a step of its own. */
export function petersonPromela(rounds) {
  const proctype = (name, mine, other, turn) => `active proctype ${name}() {
  byte i, seen;
  do
  :: i < ${rounds} ->
    i++;
    wants${mine} = true;
    turn = ${turn};
    do
    :: !wants${other} -> break;
    :: wants${other} -> if :: turn != ${turn} -> break; :: turn == ${turn} -> skip; fi
    od;
    seen = inside; inside = seen + 1;
    seen = inside; assert(seen == 1);
    seen = inside; inside = seen - 1;
    wants${mine} = false;
  :: else -> break;
  od
}
`;
  return `bool wants0, wants1;
byte turn, inside;
${proctype('Zero', 0, 1, 1)}${proctype('One', 1, 0, 0)}`;
}
