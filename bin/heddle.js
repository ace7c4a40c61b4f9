#!/usr/bin/env node
import { main } from '../dist/heddle.js';

await main(process.argv.slice(2));
