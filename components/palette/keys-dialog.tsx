'use client'

import { ChevronRight, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { foldForSearch } from '@/lib/text/fold'
import { AREAS, commandsOn, type KeyArea, type KeyContext, type KeyName, KEYS } from './keys'

type Command = readonly [KeyName, string]

/** A key that decides something, as everywhere: the others move. */
const DOES = /^⇧?[arecxzn]$/i

/** The keys whose meaning is told above the list, where it has one of them. */
const TOLD = /^[arz]$/

/** Names of what is folded beside its title. */
const TEASED = 3

/** Lists the keys of the page that one is on; those of the others are folded, or found by their names. */
export function KeysDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const t = useTranslations('Keys')
  const [text, setText] = useState('')
  const [here] = useState(() => commandsOn(document, `${location.pathname}${location.search}`))
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const found = eachOnce(Object.values(AREAS).flat().flatMap(commandsOf)).filter(
    ([name, strokes]) =>
      words.every((word) => foldForSearch(`${t(name)} ${strokes}`).includes(word)),
  )
  const isTold = here.some(([, strokes]) => TOLD.test(strokes))
  return (
    <Dialog
      title={t('title')}
      {...(isTold ? { description: t('about') } : {})}
      isOpen
      onOpenChange={onOpenChange}
    >
      <div className="space-y-4">
        <label className="flex h-8 items-center gap-2 rounded-control px-2 shadow-[inset_0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-10">
          <Search size={14} aria-hidden className="shrink-0 text-ink-3" />
          <input
            type="search"
            aria-label={t('find')}
            placeholder={t('find')}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
          />
        </label>
        {words.length > 0 ? (
          <Columns commands={found} none={t('none')} />
        ) : (
          <>
            <Columns commands={here} none={t('noneHere')} />
            <div className="border-t border-line">
              {(Object.keys(AREAS) as KeyArea[]).map((area) => (
                <Area key={area} area={area} />
              ))}
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

const commandsOf = (context: KeyContext): readonly Command[] => KEYS[context]

/** What several contexts have is one command. */
function eachOnce(commands: readonly Command[]): Command[] {
  return [...new Map(commands.map((command) => [command[0], command])).values()]
}

function Columns({ commands, none }: { commands: readonly Command[]; none: string }) {
  const t = useTranslations('Keys')
  if (commands.length === 0) return <p className="text-ink-3">{none}</p>
  const parts = [
    ['doing', commands.filter(([, strokes]) => DOES.test(strokes))],
    ['moving', commands.filter(([, strokes]) => !DOES.test(strokes))],
  ] as const
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {parts.map(([part, some]) =>
        some.length === 0 ? null : (
          <section key={part}>
            <h3 className="pb-1 text-xs font-medium text-ink-3">{t(part)}</h3>
            <Commands commands={some} />
          </section>
        ),
      )}
    </div>
  )
}

function Commands({ commands }: { commands: readonly Command[] }) {
  const t = useTranslations('Keys')
  return (
    <dl>
      {commands.map(([name, strokes]) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-4 border-t border-line py-1"
        >
          <dt>{t(name)}</dt>
          <dd className="flex shrink-0 gap-1">
            {strokes.split(' ').map((stroke) => (
              <Kbd key={stroke}>{stroke}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys of a part of the dashboard, folded. */
function Area({ area }: { area: KeyArea }) {
  const t = useTranslations('Keys')
  const contexts: readonly KeyContext[] = AREAS[area]
  const names = eachOnce(contexts.flatMap(commandsOf))
    .slice(0, TEASED)
    .map(([name]) => t(name))
  return (
    <details className="group border-b border-line">
      <summary className="flex cursor-pointer items-center gap-2 py-2">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
        <span className="font-medium">{t(area)}</span>
        <span className="min-w-0 truncate text-ink-3 group-open:hidden">{names.join(', ')}</span>
      </summary>
      <div className="grid gap-x-8 gap-y-4 pb-4 pl-6 sm:grid-cols-2">
        {contexts.map((context) => (
          <section key={context}>
            {contexts.length === 1 ? null : (
              <h3 className="pb-1 text-xs font-medium text-ink-3">{t(context)}</h3>
            )}
            <Commands commands={KEYS[context]} />
          </section>
        ))}
      </div>
    </details>
  )
}
