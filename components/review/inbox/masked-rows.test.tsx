import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import { textDiff } from '@/lib/text/text-diff'
import { MaskedRows } from './masked-rows'

const LABELS = {
  added: 'added',
  removed: 'removed',
  unended: 'no newline',
  notShown: (count: number) => `${count} more`,
  cut: (count: number) => `${count} cut`,
}
const TOKENS = [
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'ghp_Zk3Rb9Lx2vQ8wTn5yHd7mJc4sGf1aUe6oXiB',
]

test('a preview masks the secrets in lines that go and in lines that come, and says that they differ', async () => {
  const [before, after] = TOKENS.map((token) => `# CI\ntoken: ${token} # yearly\nthe end\n`)
  const lines = textDiff(before ?? '', after ?? '', 1).hunks.flatMap((hunk) => hunk.lines)
  const masked = await withSecretsMasked(lines.map(({ text }) => text))
  const preview = (
    <MaskedRows
      lines={lines}
      masked={masked ?? []}
      most={14}
      syntax={diffSyntax(before ?? '', after ?? '', '/ci.yml')}
      summary="what changed"
      labels={LABELS}
    />
  )
  const text = renderToStaticMarkup(preview).replace(/<[^>]*>/g, '')
  expect(text.match(/token: ghp_•{8} # yearly/g)).toHaveLength(2)
  expect(text).toContain('the end')
  for (const token of TOKENS) expect(text).not.toContain(token.slice(5))
})
