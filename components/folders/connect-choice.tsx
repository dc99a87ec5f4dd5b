'use client'

import { Bot, FolderOpen, type LucideIcon, SquareTerminal } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** A way to connect, those first that are used most. */
export type ConnectWay = 'claude_code' | 'agent' | 'folder'

const WAYS: readonly (readonly [ConnectWay, LucideIcon])[] = [
  ['claude_code', SquareTerminal],
  ['agent', Bot],
  ['folder', FolderOpen],
]

export interface ConnectChoiceProps {
  /** number of memory folders of Claude Code that were found and nobody watches yet */
  foundCount: number
  onChoose: (way: ConnectWay) => void
}

/** Asks what is to be connected, and says into which store it goes. */
export function ConnectChoice({ foundCount, onChoose }: ConnectChoiceProps) {
  const t = useTranslations('Folders')
  return (
    <ul className="space-y-2">
      {WAYS.map(([way, Icon]) => (
        <li key={way}>
          <button
            type="button"
            onClick={() => onChoose(way)}
            className="flex w-full cursor-pointer items-start gap-3 rounded-card px-3.5 py-3 text-left shadow-[inset_0_0_0_1px_var(--line-2)] hover:bg-hover"
          >
            <Icon size={17} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
            <span className="min-w-0">
              <span className="block font-semibold">{t(`way_${way}`)}</span>
              <span className="block text-ink-2">
                {t(`wayAbout_${way}`, { count: foundCount })}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
