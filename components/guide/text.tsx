import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { WIDE } from '@/components/memory/markdown'
import { Link } from '@/components/ui/link'
import { guideAddress } from './pages'

/** Below the page's own heading, which says what the first of the text says. */
const COMPONENTS: Components = {
  h1: () => null,
  a: ({ href = '', children }) => <Link href={guideAddress(href)}>{children}</Link>,
  img: ({ src, alt = '' }) => (
    // oxlint-disable-next-line nextjs/no-img-element -- it comes from this server as it is
    <img
      src={guideAddress(typeof src === 'string' ? src : '')}
      alt={alt}
      loading="lazy"
      className="aspect-[16/10] w-full rounded-card object-cover object-top shadow-[0_0_0_1px_var(--line-2)]"
    />
  ),
  ...WIDE,
}

/** A page of the guide. The text is ours, so links are links, and pictures are loaded. */
export function GuideText({ text }: { text: string }) {
  return (
    <div className="markdown md:[&_td:first-child_code]:whitespace-nowrap">
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {text}
      </Markdown>
    </div>
  )
}
