// `heddle reproduce --to java`: the two calls of a finding as a Java program with the classes beside it, to be compiled and run.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reproduceFinding } from '../../frontends/java/reproduce/reproduction.js';
import { loadJavaParser } from '../../frontends/java/syntax/parse-java.js';
import { fail } from '../failure.js';
import { loadReport } from '../files/report-file.js';
import { nodePlatform } from '../platform.js';
import type { ReproduceOptions } from './reproduce.js';

export async function reproduceAsJava(
  file: string,
  { result = '1', folder = 'heddle-repro' }: ReproduceOptions,
): Promise<number> {
  const report = loadReport(file);
  const finding = report.entries[Number(result) - 1]?.finding;
  if (!finding) fail('HD0006', `--result ${result}: the report has ${report.entries.length} results`);
  const given = report.inputs
    .filter((input) => input.file.endsWith('.java'))
    .map((input) => ({ file: input.file, text: readGiven(input.file) }));
  const packageBytes = nodePlatform.packageBytes!;
  const parse = await loadJavaParser(async () => ({
    engine: await packageBytes('web-tree-sitter.wasm'),
    grammar: await packageBytes('tree-sitter-java.wasm'),
  }));
  const made = reproduceFinding(parse, finding, given);
  if (typeof made === 'string') return fail('HD0010', made);
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of made.files) writeFileSync(join(folder, name), text);
  process.stdout.write(
    `${made.form} reproduction in ${folder}: javac -d ${folder}/out ${folder}/*.java && java -cp ${folder}/out Reproduce\n`,
  );
  return 0;
}

function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fail('HD0001', 'cannot be read', { file });
  }
}
