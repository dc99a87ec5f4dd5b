import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { VisibleText } from '@/components/lines/visible-text'
import { SCROLLED } from '@/components/ui/near'
import { type FrontMatter, frontMatterOf } from '@/lib/text/front-matter'
import { plainText } from '@/lib/text/visible-text'

const SAFE_SCHEMES = ['http:', 'https:', 'mailto:']

/** Whether an address is absolute and of a scheme that runs nothing; a relative one leads nowhere here. */
function isSafe(address: string): boolean {
  return URL.canParse(address) && SAFE_SCHEMES.includes(new URL(address).protocol)
}

/** A memory's text as Markdown (`MarkdownBody`), its front matter above. */
export function MarkdownText({ text }: { text: string }) {
  const frontMatter = frontMatterOf(text)
  return (
    <>
      {frontMatter ? <FrontMatterTable {...frontMatter} /> : null}
      <div className="p-4">
        <MarkdownBody text={frontMatter?.body ?? text} />
      </div>
    </>
  )
}

/**
 * A text as Markdown with GFM, made in the reader's browser: no agent's text can hold the server. It is
 * not trusted: HTML is shown as text, links go only to http, https and mailto and show where, no image
 * is loaded, hidden characters are shown.
 */
export function MarkdownBody({ text }: { text: string }) {
  const t = useTranslations('Memory')
  const components: Components = {
    ...HEADINGS,
    [TEXT]: ({ children }: { children?: unknown }) => <VisibleText text={String(children)} />,
    a: SafeLink,
    img: ({ src, alt }) => (
      <span className="rounded-xs border border-line px-1 text-ink-3">
        {t('image')}: {alt ? <VisibleText text={`${alt} · `} /> : ''}
        <code>
          <VisibleText text={typeof src === 'string' ? src : ''} />
        </code>
      </span>
    ),
    input: ({ checked }) => (
      <span role="img" aria-label={t(checked ? 'done' : 'open')}>
        {checked ? '☑' : '☐'}
      </span>
    ),
    ...WIDE,
  }
  return (
    <div className="markdown">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[prepared]}
        // Told apart above: an address that leads nowhere is shown.
        urlTransform={(address) => address}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  )
}

/**
 * Shows the front matter of a memory above its preview: as a table, or as source if it cannot be
 * parsed.
 */
function FrontMatterTable({ entries, source }: FrontMatter) {
  const label = useTranslations('Memory')('frontMatter')
  if (entries === null) {
    return (
      <pre aria-label={label} role="group" className="front-matter">
        <VisibleText text={source.trimEnd()} />
      </pre>
    )
  }
  return (
    <table aria-label={label} className="front-matter">
      <tbody>
        {entries.map(({ key, value }, index) => (
          <tr key={index}>
            <th scope="row">
              <VisibleText text={key} />
            </th>
            <td>
              <VisibleText text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What may be wider than the page is reached and scrolled by keys. */
export const WIDE: Components = {
  pre: ({ children }) => <pre {...SCROLLED}>{children}</pre>,
  table: ({ children }) => (
    <div className="overflow-x-auto" role="group" {...SCROLLED}>
      <table>{children}</table>
    </div>
  ),
}

function SafeLink({ href = '', children }: ComponentProps<'a'>) {
  if (!isSafe(href)) {
    return (
      <span>
        {children}{' '}
        <code>
          (<VisibleText text={href} />)
        </code>
      </span>
    )
  }
  return (
    <a href={href} title={plainText(href)} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** The page has headings of its own above these. */
const HEADINGS: Components = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' }

/** An element that Markdown never makes, so that a component can draw the text in it. */
const TEXT = 'bdi'

/** An element of what Markdown makes, and whatever has some. */
type Element = NonNullable<ExtraProps['node']>
type Child = Element['children'][number]
function prepared() {
  return (tree: { children: Child[] }) => {
    tree.children = tree.children.map(preparedIn([]))
  }
}

/** Names texts, and closes gaps in the levels of headings (`open`): screen readers go by them. */
function preparedIn(open: number[]): (node: Child) => Child {
  return function made(node: Child): Child {
    if (node.type === 'text' && node.value.trim() !== '') {
      return { type: 'element', tagName: TEXT, properties: {}, children: [node] }
    }
    if (node.type !== 'element') return node
    const children = node.children.map(made)
    const own = Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0)
    if (own === 0) return { ...node, children }
    while ((open.at(-1) ?? 0) >= own) open.pop()
    open.push(own)
    return { ...node, children, tagName: `h${open.length}` }
  }
}
