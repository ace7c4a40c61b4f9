import { describe, expect, it } from 'vitest';
import { printProgram } from '../../model/program/print-graph.js';
import { programOf } from './testing/program-of.js';

describe('try', () => {
  it('prints', () => {
    const p = programOf(`
lock : l; lock m;
var : v; var w: int 0..3, x: bool = true;
class Node { next: Node; value: int; }
var head: Node;
process P0 {
  synchronized(l) get { read v; }
  synchronized(l) set { write v; }
  synchronized(l) testAndSet { get(); if (*) set(); else skip; }
  main { unit { testAndSet(); if (*) return; } while (*) { synchronized(m) { write w; if (*) break; if (x && w == 2) continue; w = w + 1; } }
   let n = new Node; n.next = head; head = n; let t = spawn get(); join t; join; wait(m);
   choose { head.next.value = 3; } or { let y = choose(0..w); assert y < 3 } 
  }
}
`);
    console.log(printProgram(p));
    expect(1).toBe(1);
  });
});
