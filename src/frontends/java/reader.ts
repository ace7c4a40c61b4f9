// Java for the pipeline: files in, questions out.

import type { SourceText } from '../../base/source-text.js';
import type { ProjectReader, ProjectSurroundings, ReadOutcome } from '../../model/model.js';
import type { InquiryModel } from '../../verdict/inquiry.js';
import { analyseProject } from './analyse-project.js';
import { loadJavaParser } from './syntax/parse-java.js';

export const javaReader: ProjectReader<InquiryModel> = {
  form: 'project',
  id: 'java',
  extensions: ['.java'],
  summary: 'Java classes, given as files or folders (docs/java.md)',
  read: readJava,
};

async function readJava(
  sources: readonly SourceText[],
  surroundings: ProjectSurroundings,
): Promise<ReadOutcome<InquiryModel>> {
  const parse = await loadJavaParser(async () => ({
    engine: await surroundings.packageBytes('web-tree-sitter.wasm'),
    grammar: await surroundings.packageBytes('tree-sitter-java.wasm'),
  }));
  const { model, diagnostics } = analyseProject(parse, sources, { allClasses: surroundings.flags.has('all-classes') });
  return { model, diagnostics };
}
