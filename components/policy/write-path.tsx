import { VisiblePath } from '@/components/content/visible-path'
import { Link } from '@/components/ui/link'

export interface WritePathProps {
  /** null: a redaction took it */
  path: string | null
  /** stands in its place */
  withoutPath: string
  /** null: it leads nowhere */
  href: string | null
}

/** The path of a write, which leads to where it is read. */
export function WritePath({ path, withoutPath, href }: WritePathProps) {
  const shown = path === null ? withoutPath : <VisiblePath path={path} />
  if (href === null) return shown
  return (
    <Link href={href} className="hover:underline">
      {shown}
    </Link>
  )
}
