import type { Element, Root } from 'hast'
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { plainText } from '@/lib/text/plain-text'
import { VisibleText } from './visible-line'

export interface MarkdownPreviewProps {
  /** of lib/markdown/markdown-tree */
  tree: Root
  labels: {
    /** prefix for the address of an image, which is not loaded */
    image: string
    /** of task list items */
    done: string
    open: string
  }
}

/**
 * A memory as Markdown with GFM. Content by agents is not trusted: HTML is shown as text, links go
 * only to http, https and mailto and show their target, no image is loaded, hidden characters are
 * shown.
 */
export function MarkdownPreview({ tree, labels }: MarkdownPreviewProps) {
  const components: Components = {
    ...HEADINGS,
    [TEXT]: ({ children }) => <VisibleText text={String(children)} />,
    a: Link,
    img: ({ src, alt }) => (
      <span className="rounded-xs border border-line px-1 text-ink-3">
        {labels.image}: {alt ? <VisibleText text={`${alt} · `} /> : ''}
        <code>
          <VisibleText text={typeof src === 'string' ? src : ''} />
        </code>
      </span>
    ),
    input: ({ checked }) => (
      <span role="img" aria-label={checked ? labels.done : labels.open}>
        {checked ? '☑' : '☐'}
      </span>
    ),
    pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
    table: ({ children }) => (
      <div className="overflow-x-auto" tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    ),
  }
  return (
    <div className="markdown p-4">
      {toJsxRuntime(withNamedTexts(withClosedLevels(tree)), { Fragment, jsx, jsxs, components })}
    </div>
  )
}

/** Closes gaps in heading levels: screen reader users navigate by them. */
function withClosedLevels(tree: Root): Root {
  const open: number[] = []
  const closed = <Node extends Root['children'][number]>(node: Node): Node => {
    if (node.type !== 'element') return node
    const own = Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0)
    if (own === 0) return { ...node, children: node.children.map(closed) }
    while ((open.at(-1) ?? 0) >= own) open.pop()
    open.push(own)
    return { ...node, tagName: `h${open.length}` }
  }
  return { ...tree, children: tree.children.map(closed) }
}

/** An element that Markdown never produces, so that a component can render text nodes. */
const TEXT = 'bdi'

/** Wraps all text nodes below in elements. */
function withNamedTexts<Parent extends Element | Root>(parent: Parent): Parent {
  const children = parent.children.map((child) => {
    if (child.type === 'element') return withNamedTexts(child)
    if (child.type !== 'text' || child.value.trim() === '') return child
    const named: Element = { type: 'element', tagName: TEXT, properties: {}, children: [child] }
    return named
  })
  return { ...parent, children }
}

/** The page has headings of its own above these. */
const heading = (Tag: 'h3' | 'h4' | 'h5' | 'h6') =>
  function Heading({ children }: { children?: ReactNode }) {
    return <Tag>{children}</Tag>
  }

const HEADINGS: Components = {
  h1: heading('h3'),
  h2: heading('h4'),
  h3: heading('h5'),
  h4: heading('h6'),
  h5: heading('h6'),
  h6: heading('h6'),
}

const SAFE_SCHEMES = ['http:', 'https:', 'mailto:']

/**
 * Allows only absolute addresses with a scheme that runs nothing; relative ones have no target
 * here.
 */
function isSafe(address: string): boolean {
  return URL.canParse(address) && SAFE_SCHEMES.includes(new URL(address).protocol)
}

function Link({ href = '', children }: ComponentProps<'a'>) {
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
