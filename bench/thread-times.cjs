// Preloaded by bench/scale.js: writes the processor seconds of each thread to a file, where the system tells them (Linux). A
// worker thread is ended from outside, so it writes whenever it has answered something.

const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { isMainThread, MessagePort, threadId } = require('node:worker_threads');

const source = '/proc/thread-self/schedstat';
const target = process.env.HEDDLE_THREAD_TIMES;

function write() {
  const seconds = Number(readFileSync(source, 'utf8').split(' ')[0]) / 1e9;
  appendFileSync(target, `${isMainThread ? 'main' : threadId} ${seconds}\n`);
}

if (target && existsSync(source)) {
  if (isMainThread) process.on('exit', write);
  else {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message, ...rest) {
      postMessage.call(this, message, ...rest);
      if (message?.kind === 'ended') write();
    };
  }
}
