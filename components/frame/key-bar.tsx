import { texts } from '@/components/i18n/server-texts'
import { type KeyName, strokesOf } from '@/components/palette/keys'
import { Kbd } from '@/components/ui/kbd'

export interface KeyBarProps {
  keys: readonly KeyName[]
  /** whether the page is for typing, where `?` is a character */
  isForTyping?: boolean
}

/**
 * The most useful keys of a page, along its foot; `?` lists all. Not shown where there is no
 * keyboard.
 */
export async function KeyBar({ keys, isForTyping = false }: KeyBarProps) {
  const t = await texts()
  return (
    <footer
      aria-label={t('Keys.ofPage')}
      className="key-bar flex h-8 shrink-0 items-center gap-4 overflow-hidden rounded-b-sheet border-t border-line bg-sheet px-4 text-[11.5px] whitespace-nowrap text-ink-3"
    >
      <span className="flex h-full min-w-0 items-center gap-4 overflow-hidden">
        {keys.map((name) => (
          <span key={name} className="flex shrink-0 items-center gap-1">
            {strokesOf(name).map((stroke) => (
              <Kbd key={stroke}>{stroke}</Kbd>
            ))}
            <span className="ml-0.5">{t(`Keys.${name}`)}</span>
          </span>
        ))}
      </span>
      {isForTyping ? null : (
        <span className="ml-auto flex shrink-0 items-center gap-1.5">
          <Kbd>?</Kbd>
          {t('Keys.all')}
        </span>
      )}
    </footer>
  )
}
