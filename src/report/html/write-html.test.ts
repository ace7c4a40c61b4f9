import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { plainReport, type Report } from '../report.js';
import { counter, everyKind, holdsWithCertificate, joined, lostUpdate, reportOf } from '../testing/fixtures.js';
import { viewerScript, viewerScriptHash } from './viewer-script.js';
import { writeHtml } from './write-html.js';

function htmlOf(report: Report): string {
  return joined(writeHtml(report, plainReport));
}

describe('HTML report', () => {
  it('names its script by hash in the policy (after a change, put the new hash beside the script)', () => {
    expect(viewerScriptHash).toBe(createHash('sha256').update(viewerScript).digest('base64'));
  });

  it('refers to nothing outside itself but the pages of its rules', () => {
    const page = htmlOf(everyKind).replaceAll(/href="https:\/\/[^"]*\/docs\/rules\/HD\d{4}\.md"/g, '');
    expect(page).not.toMatch(/(?:src|href)=(?!"#)|@import|url\((?!#)|https?:/);
    expect(htmlOf(reportOf(lostUpdate))).toMatch(/<a class="rule" href="[^"]*\/HD0010.md"/);
  });

  it('lets no markup of the input through', () => {
    const attack = '</script><script>alert(1)</script><img src=x onerror="alert(1)">';
    const source = new SourceText('counter.eml', counter.text.replace('process P', `// ${attack}\nprocess P`));
    const hostile = { ...lostUpdate, message: attack, because: [attack], help: attack };
    const page = htmlOf({ ...reportOf(hostile), command: attack, sources: { find: () => source } });
    expect(page).not.toContain('<img');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
    expect(page).toContain('&lt;/script&gt;');
  });

  it('marks steps in the diagram and in the source with the same positions', () => {
    const page = htmlOf(reportOf(lostUpdate));
    expect(page).toContain('<g class="step lane0" data-at="0"');
    expect(page).toContain('<div class="line cited" data-line="6" data-at="0">');
    expect(page).toContain('<span data-at="2">count</span> = <i class="number">10</i>;');
  });

  it('shows the state over time', () => {
    const page = htmlOf(reportOf(lostUpdate));
    const row = page.split('\n').find((line) => line.includes('<th scope="row">count</th>'));
    expect(row?.match(/data-from="\d" data-until="\d"[^>]*>[^<]*/g)).toEqual([
      'data-from="0" data-until="2" hidden>–',
      'data-from="2" data-until="4" data-changed hidden>10',
      'data-from="4" data-until="5" data-changed hidden>1',
    ]);
    expect(page).toContain('>held by Q#1<');
  });

  it('marks who waits for whom at the end of a deadlock, and gives locks back during a wait', () => {
    const place = { file: 'counter.eml', line: 1, column: 1, length: 1 };
    const stuck: Finding = {
      ...lostUpdate,
      property: { kind: 'deadlock' },
      verdict: {
        kind: 'violated',
        confirmed: true,
        scope: allExecutions(),
        witness: {
          kind: 'execution',
          steps: [
            { thread: 'P#1', action: 'acquire', target: 'l', place },
            { thread: 'P#1', action: 'wait', target: 'l', place },
            { thread: 'Q#1', action: 'acquire', target: 'l', place },
          ],
          waiting: [
            { thread: 'P#1', waitsFor: 'l', on: ['Q#1'], place },
            { thread: 'R#1', waitsFor: 'the end of Q#1', on: ['Q#1'], place },
          ],
        },
      },
    };
    const page = htmlOf(reportOf(stuck));
    expect(page.match(/class="waiting /g)).toHaveLength(2);
    expect(page).toContain('waits for l, held by Q#1');
    expect(page.match(/class="waits-on"/g)).toHaveLength(2);
    const row = page.split('\n').find((line) => line.includes('<th scope="row">l</th>'));
    expect(row?.match(/hidden>[^<]*/g)).toEqual(['hidden>held by P#1', 'hidden>free', 'hidden>held by Q#1']);
    expect(page).toMatch(/<g class="edge order" data-at="1 2">/);
  });

  it('shows the model, the claim, why it holds and who checked it', () => {
    const page = htmlOf(reportOf(holdsWithCertificate('1')));
    expect(page).toMatch(/<dt>Claim<\/dt><dd>no unit of Q is interleaved/);
    expect(page).toMatch(/<dt>Because<\/dt><dd>[^<]+<\/dd><dt>Checked<\/dt>/);
    expect(page).toContain(
      '<div class="line" data-line="1"><span class="n">1</span><code><i class="keyword">var</i> count',
    );
  });

  it('stays small when millions hold', () => {
    function* entries() {
      for (let i = 0; i < 20_000; i++) yield { file: 'counter.eml', finding: holdsWithCertificate('1') };
    }
    const page = htmlOf({ ...reportOf(), entries: entries() });
    expect(page).toContain('20,000 atomicity questions');
    expect(page.length).toBeLessThan(40_000);
  });
});
