import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { markdownTree } from '@/lib/markdown/markdown-tree'
import { MarkdownPreview } from './markdown-preview'

const labels = { image: 'Image', done: 'done', open: 'open' }

async function rendered(content: string): Promise<string> {
  const tree = await markdownTree(content)
  if (!tree) throw new Error('there is no tree of it')
  return renderToStaticMarkup(<MarkdownPreview tree={tree} labels={labels} />)
}

/** Elements and attributes that would run or load something. */
const ACTIVE =
  /<(script|iframe|object|embed|img|svg|style|link|meta|form|input|video|audio|base)\b|<[^>]*\son\w+=|<[^>]*\s(?:href|src|srcset|style)="(?!https?:|mailto:|text-align)/i

describe('the preview of a malicious memory', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x) [y](//evil.example) [z](/stores) [w](#main)',
    '![track](https://evil.example/pixel.png)',
    '![x](javascript:alert(1) "t")',
    '[ref]: javascript:alert(1)\n\n[ref] ![ref]',
    '<https://ok.example> <javascript:alert(1)>',
    '| a |\n| --- |\n| <b onclick=x> |',
    '</div></body><style>*{display:none}</style>',
    'www.evil.example javascript://%0aalert(1)',
    `${'<a href="javascript:alert(1)">'.repeat(50)}`,
  ])('runs and loads nothing: %s', async (content) => {
    expect(await rendered(content)).not.toMatch(ACTIVE)
  })
})

test('a link shows its target, and sends no referrer', async () => {
  expect(await rendered('[site](https://example.com/x)')).toBe(
    '<div class="markdown p-4"><p><a href="https://example.com/x" title="https://example.com/x" target="_blank" rel="noopener noreferrer nofollow">site</a></p></div>',
  )
})

test('an image is named and not loaded', async () => {
  const html = await rendered('![the plan](https://example.com/plan.png)')
  expect(html).toContain('Image: the plan · <code>https://example.com/plan.png</code>')
})

test('tables, task lists and strikethrough follow GFM', async () => {
  const html = await rendered('| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~')
  expect(html).toContain('<td>1</td>')
  expect(html).toContain('aria-label="done"')
  expect(html).toContain('<del>gone</del>')
})

test("a memory's headings rank below the page's", async () => {
  expect(await rendered('# One\n\n## Two')).toContain('<h3>One</h3>\n<h4>Two</h4>')
})

test('headings skip no level', async () => {
  expect(await rendered('## One\n\n## Two\n\n#### Three\n\n# Four')).toMatch(
    /<h3>One<\/h3>\s*<h3>Two<\/h3>\s*<h4>Three<\/h4>\s*<h3>Four<\/h3>/,
  )
})

test('hidden characters are marked in the preview too', async () => {
  const html = await rendered('pay \u202egnp.exe\n\n- `pass\u200bword`')
  expect(html).toContain('data-hidden="RLO"')
  expect(html).toContain('data-hidden="ZWSP"')
})
