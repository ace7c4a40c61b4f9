// From files to questions: index the classes, find those that threads share, lower their units, and collect what to ask,
// what is unknown, and what was not looked at.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import type { Inquiry, InquiryModel } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { deadlockInquiries } from './detect/deadlocks.js';
import { closedInUseInquiries } from './detect/hand-over/closed-in-use.js';
import { earlyPublicationInquiries } from './detect/hand-over/early-publications.js';
import { escapeInquiries } from './detect/hand-over/escapes.js';
import { handedOutInquiries } from './detect/hand-over/handed-out.js';
import { lateAdditionInquiries } from './detect/hand-over/late-additions.js';
import { latePinInquiries } from './detect/hand-over/late-pins.js';
import { lateSubmissionInquiries } from './detect/hand-over/late-submissions.js';
import { reusedObjectInquiries } from './detect/hand-over/reused-objects.js';
import { staleFillInquiries } from './detect/hand-over/stale-fills.js';
import { leakInquiries } from './detect/leaks.js';
import { misuseInquiries } from './detect/misuses.js';
import { waitInquiries } from './detect/waiting/waiting.js';
import { ObjectTable } from './lower/object-table.js';
import { StoredValues } from './lower/stored-values.js';
import type { UnitGraph } from './lower/unit-graph.js';
import { type ClassQuestions, classQuestions } from './questions/class-analysis.js';
import { classProgram } from './questions/class-program.js';
import { settledInquiry } from './questions/settled-class.js';
import { unknownFindings } from './questions/unknown-units.js';
import type { ClassInfo } from './symbols/class-info.js';
import { Collaborators } from './symbols/collaborators.js';
import { collectClasses } from './symbols/collect-classes.js';
import { FieldTable } from './symbols/field-facts.js';
import { JavaProject } from './symbols/java-project.js';
import type { JavaParser, ParsedFile } from './syntax/parse-java.js';
import { chooseUnits } from './units/choose-units.js';
import { chooseUses } from './units/choose-uses.js';
import { isConfinedType } from './units/confined-types.js';
import { hasSeveralHolders } from './units/several-objects.js';
import { type Evidence, sharingEvidence } from './units/sharing-evidence.js';

export interface AnalysedClass extends ClassQuestions {
  readonly root: ClassInfo;
  readonly preludes: readonly UnitGraph[];
  readonly left: readonly string[];
}

export interface JavaAnalysis {
  readonly model: InquiryModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly classes: readonly AnalysedClass[];
}

export interface AnalysisOptions {
  /** Also classes without a sign that threads share them. */
  readonly allClasses?: boolean;
}

export function analyseProject(
  parse: JavaParser,
  sources: readonly SourceText[],
  options: AnalysisOptions = {},
): JavaAnalysis {
  const files = sources.map(parse);
  const project = new JavaProject(files.flatMap(({ root }) => collectClasses(root)));
  const fields = new FieldTable(project);
  const comments = new Map(files.map((file) => [file.source, file.comments]));
  const collaborators = new Collaborators(project, comments);
  const evidence = sharingEvidence(project, fields, comments, collaborators);
  const roots = rootsOf(project, fields, evidence, options);
  // What several objects have in common is looked at in their hands, and not as a part of one of them.
  const analysed = new Set(
    [...evidence].flatMap(([cls, { byUsers }]) => (byUsers && !hasSeveralHolders(project, fields, cls) ? [] : [cls])),
  );
  const classes = roots.map(({ cls, isClient }) => {
    const objects = new ObjectTable(project, fields, cls, { roots: analysed, collaborators, isClient });
    const world = { project, fields, objects, stored: new StoredValues() };
    const { units, preludes, left } = evidence.get(cls)?.byUsers ? chooseUses(world, cls) : chooseUnits(world, cls);
    const questions = classQuestions(cls, units, isConfinedType(project, cls), evidence.get(cls)?.inherits);
    return { root: cls, preludes, left, ...questions };
  });
  return { model: modelOf(project, fields, classes, evidence), diagnostics: diagnosticsOf(files), classes };
}

interface Root {
  readonly cls: ClassInfo;
  /** Without evidence of its own, but it holds objects that are shared. */
  readonly isClient: boolean;
}

function rootsOf(
  project: JavaProject,
  fields: FieldTable,
  evidence: ReadonlyMap<ClassInfo, Evidence>,
  options: AnalysisOptions,
): Root[] {
  return project.classes.flatMap((cls): Root[] => {
    if (evidence.has(cls)) return [{ cls, isClient: false }];
    if (cls.kind === 'interface' || cls.kind === 'anonymous') return [];
    if (options.allClasses) return [{ cls, isClient: false }];
    const owns = [...cls.fields.values()].some((field) => {
      const held = project.resolve(field.type, cls);
      return held && evidence.has(held) && fields.of(field).owned;
    });
    return owns ? [{ cls, isClient: true }] : [];
  });
}

function modelOf(
  project: JavaProject,
  fields: FieldTable,
  classes: readonly AnalysedClass[],
  evidence: ReadonlyMap<ClassInfo, Evidence>,
): InquiryModel {
  const inquiries: Inquiry[] = [
    ...classes.flatMap((analysed) => [...analysed.inquiries, ...settledInquiry(analysed)]),
    ...deadlockInquiries(classes),
    ...leakInquiries(classes),
    ...handedOutInquiries(classes),
    ...waitInquiries(classes),
    ...misuseInquiries(classes),
    ...earlyPublicationInquiries(classes),
    ...reusedObjectInquiries(classes),
    ...closedInUseInquiries(classes),
    ...lateAdditionInquiries(classes),
    ...latePinInquiries(classes),
    ...staleFillInquiries(classes),
    ...lateSubmissionInquiries(classes),
    ...escapeInquiries(project, fields, evidence),
  ];
  const settled: Finding[] = classes.flatMap(unknownFindings);
  const looked = new Set(classes.map(({ root }) => root));
  const notes = project.classes
    .filter((cls) => !looked.has(cls) && cls.kind !== 'interface' && cls.kind !== 'anonymous')
    .map((cls) => ({ what: cls.qualified, because: 'no sign that threads share its objects' }));
  const programs = () => classes.flatMap(({ root, units }) => classProgram(root, units));
  return { kind: 'inquiries', inquiries: distinct(inquiries), settled, notes, programs };
}

function distinct(inquiries: readonly Inquiry[]): Inquiry[] {
  const seen = new Set<string>();
  return inquiries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function diagnosticsOf(files: readonly ParsedFile[]): Diagnostic[] {
  return files.flatMap(({ diagnostics }) => diagnostics);
}
