// Starts a worker thread from the one file of the command line, with the code that V8 kept of it (start.ts): reading hundreds of
// modules and compiling them in each thread would take longer than many small questions.

import { bundle, cacheFiles } from '../start.js';

const { answerTask } = bundle(cacheFiles.threads);

export { answerTask as run };
