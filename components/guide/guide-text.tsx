import type { Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { StrokeInText } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { guideAddress } from './guide-pages'

/** A page of the guide. The text is ours, so pictures are loaded and links are links. */
export function GuideText({ tree }: { tree: Root }) {
  const components = {
    h1: () => null,
    a: ({ href = '', children }: { href?: string; children?: ReactNode }) => (
      <Link href={guideAddress(href)}>{children}</Link>
    ),
    img: ({ src, alt = '' }: { src?: string | Blob; alt?: string }) => (
      // eslint-disable-next-line nextjs/no-img-element -- its size is not known here
      <img
        src={guideAddress(typeof src === 'string' ? src : '')}
        alt={alt}
        loading="lazy"
        className="aspect-[16/10] w-full rounded-card object-cover object-top shadow-[0_0_0_1px_var(--line-2)]"
      />
    ),
    code: ({ children }: { children?: ReactNode }) => (
      <code>
        {typeof children === 'string' ? <StrokeInText>{children}</StrokeInText> : children}
      </code>
    ),
    pre: ({ children }: { children?: ReactNode }) => <pre tabIndex={0}>{children}</pre>,
    table: ({ children }: { children?: ReactNode }) => (
      <div className="overflow-x-auto" tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    ),
  }
  return <div className="markdown">{toJsxRuntime(tree, { Fragment, jsx, jsxs, components })}</div>
}
