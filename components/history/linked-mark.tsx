import { ActorMark, type ActorMarkProps } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'

/** The mark of a writer, which links to the call that wrote, say; undefined: no link. */
export function LinkedMark({ href, ...mark }: ActorMarkProps & { href: string | undefined }) {
  if (href === undefined) return <ActorMark {...mark} />
  return (
    <Link
      href={href}
      className="relative z-10 -m-[3px] inline-flex size-6 items-center justify-center rounded-mark"
    >
      <ActorMark {...mark} />
    </Link>
  )
}
