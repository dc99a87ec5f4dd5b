import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import type { Actor } from '@/lib/store/model/actor'
import { agentsOf } from './agent-looks'
import { LinkedMark } from './linked-mark'
import { shownWriter } from './shown-writer'

export interface WriterMarkProps {
  actor: Actor
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** whether the change came with an imported history */
  isImport?: boolean
  size?: 'small' | 'normal'
  /** whether its name stands beside it */
  isDecoration?: boolean
  /** its link: to the call that wrote, say */
  href?: string | undefined
}

/** The mark of a writer; of a session, that of its agent. */
export async function WriterMark(props: WriterMarkProps) {
  const { actor, names, isImport = false, size = 'normal', isDecoration = false, href } = props
  const agents = await agentsOf([actor])
  const { look, label } = shownWriter(await texts(), { actor, names, isImport, agents })
  if (!isDecoration) return <LinkedMark look={look} label={label} size={size} href={href} />
  return (
    <span aria-hidden className="inline-flex shrink-0">
      <ActorMark look={look} label={label} size={size} />
    </span>
  )
}
