// A handful of models that use every construct, for fuzzing and round trips.

export const sampleModels: readonly string[] = [
  `lock : l;
var : v;
process P0 {
  synchronized(l) get { read v; }
  synchronized(l) set { write v; }
  synchronized(l) testAndSet { get(); if (*) set(); else skip; }
  main { unit { testAndSet(); } }
}
`,
  `// data, loops and functions with values
lock l, m; var x: int 0..3 = 1, done: bool;
max(a: int, b: int): int { if (a < b) return b; return a; }
process Worker [2] {
  main {
    while (!done && x < 3) {
      synchronized(l) { x = max(x, 2) + 1 % 2; if (x == 3) break; else if (x > 1) continue; done = true }
    }
    assert x >= 0 || done;
  }
}
`,
  `scheduling cooperative;
/* objects */ class Node { next: Node; value: int; volatile seen: bool; guard: lock; }
var head: Node, all: Node[]; volatile var turn: int; lock m;
atomic set S { head, turn }
push(n: Node) { synchronized(n) { n.next = head; head = n; } }
process P * {
  main {
    let n = new Node; n.value = choose(0..3) - 1; push(n);
    let a = new Node[4]; a[n.value + 1] = n; all = a;
    if (head != null && head.next != null) read head.value;
    yield; label here; assume turn == -1;
  }
}
`,
  `var t: thread; lock l;
child(n: int) { acquire(l); wait(l); notify(l); notifyAll(l); release(l); }
process Main {
  main {
    t = spawn child(3); let s = spawn child(4);
    join s; join t; join;
    choose { skip; } or { unit { read t; } } or { return; }
  }
}
`,
  `lock a, b; var x: int;
in(l: lock, run: () -> void) { synchronized(l) { run(); } }
twice(f: (int, () -> void) -> bool): int { let then = () => { x++; }; if (f(1, then) || f(2, () => { })) return 1; return 0; }
process P [2] {
  main {
    let n = 3;
    in(a, () => { in(b, () => { x = n; label inner; }); });
    let g = (m: int, k: () -> void): bool => { spawn k(); return m == n; };
    x = twice(g); join;
  }
}
`,
];
