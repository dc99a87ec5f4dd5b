import { clsx } from 'clsx'
import { KeyRound, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Writer } from '@/lib/store/model/actor'
import { actorLook } from './actor-look'

export interface ActorMarkProps {
  writer: Pick<Writer, 'type' | 'id' | 'name'>
  size?: 'small' | 'normal' | 'large'
  /** whether it is at work now */
  isWorking?: boolean
}

const SIZES = {
  small: { box: 'size-[18px] text-[8.5px]', icon: 10, agent: 'rounded-[5px]' },
  normal: { box: 'size-[22px] text-[10px]', icon: 12, agent: 'rounded-[6px]' },
  large: { box: 'size-7 text-[11.5px]', icon: 14, agent: 'rounded-[8px]' },
} as const

/** Marks a writer: a person is round, an agent square, an API key a hexagon. */
export function ActorMark({ writer, size = 'normal', isWorking = false }: ActorMarkProps) {
  const label = useActorLabel()(writer)
  const { box, icon, agent } = SIZES[size]
  const { shape, letters, hue } = actorLook(writer)
  return (
    <span role="img" aria-label={label} title={label} className="relative inline-flex shrink-0">
      <span
        aria-hidden
        className={clsx(
          'grid place-items-center font-semibold tracking-[-0.02em] forced-color-adjust-none',
          box,
          shape === 'agent' && agent,
          shape === 'person' && 'rounded-full',
          shape === 'key' && '[clip-path:polygon(25%_3%,75%_3%,100%_50%,75%_97%,25%_97%,0_50%)]',
        )}
        style={{ background: `var(--who-${hue})`, color: `var(--who-${hue}-ink)` }}
      >
        {shape === 'key' ? (
          <KeyRound size={icon} />
        ) : letters === '' ? (
          <UserRound size={icon} />
        ) : (
          letters
        )}
      </span>
      {isWorking ? (
        <span
          aria-hidden
          className="absolute -right-[3px] -bottom-[3px] size-[9px] rounded-full border-2 border-sheet bg-added-bar"
        />
      ) : null}
    </span>
  )
}

/** Names an actor with its kind, as “Agent: Opus”; for marks and for sentences. */
export function useActorLabel(): (writer: Pick<Writer, 'type' | 'id' | 'name'>) => string {
  const t = useTranslations('Common.actor')
  const name = useActorName()
  return (writer) => t(writer.type, { name: name(writer) })
}

/** The name of an actor in the reader's language, where it has none of its own. */
export function useActorName(): (writer: Pick<Writer, 'type' | 'id' | 'name'>) => string {
  const t = useTranslations('Common.actorName')
  return ({ type, id, name }) => {
    if (name !== null && name !== '') return name
    if (id === 'user_local') return t('you')
    if (id === 'user_command_line') return t('commandLine')
    if (id === 'apikey_none') return t('withoutKey')
    return type === 'service_account' ? t('server') : id.slice(-8)
  }
}
