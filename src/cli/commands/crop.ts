// `heddle crop`: the finite trees in which every thread of a tree has been cut somewhere, for checkers that take such trees.

import { hasErrors } from '../../base/diagnostic.js';
import { labelsOfTree } from '../../model/trees/action-tree.js';
import { cropTree, joinForest } from '../../model/trees/crop.js';
import { printForest } from '../../model/trees/print.js';
import { readInput } from '../../pipeline/read-input.js';
import { CommandFailure, fail } from '../failure.js';
import { collectInputs } from '../files/inputs.js';
import { nodePlatform } from '../platform.js';

export interface CropOptions {
  readonly labels?: string;
  readonly limit: string;
  readonly joined?: true;
  readonly as?: string;
}

export async function crop(file: string, { labels, limit, joined, as }: CropOptions): Promise<void> {
  if (!/^[1-9]\d{0,6}$/.test(limit)) fail('HD0006', `--limit takes a number from 1 on, not '${limit}'`);
  const accepted = new Set(['tree']);
  const { inputs, diagnostics } = collectInputs([file], { accepted, ...(as === undefined ? {} : { as }) });
  if (hasErrors(diagnostics)) throw new CommandFailure(diagnostics);
  if (inputs.length !== 1) fail('HD0006', 'crop takes one file of trees', { file });
  const { model, diagnostics: problems } = await readInput(inputs[0]!, nodePlatform);
  if (model?.kind !== 'trees') throw new CommandFailure(problems);
  const cut = model.trees.flatMap((tree) => {
    const kept = labels === undefined ? labelsOfTree(tree) : new Set(labels.split(',').map((label) => label.trim()));
    const trees = cropTree(tree, kept, Number(limit));
    return trees ?? fail('HD0012', `a tree has more than ${limit} cuts`, { file, help: 'raise --limit' });
  });
  process.stdout.write(printForest(joined ? [joinForest(cut)] : cut));
}
