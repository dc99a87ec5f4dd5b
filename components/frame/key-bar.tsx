import { texts } from '@/components/i18n/server-texts'
import { actsWhere, type KeyName, strokesOf } from '@/components/palette/keys'
import { Kbd } from '@/components/ui/kbd'
import { FootOfPage } from './foot-of-page'

/** Keys that answer an agent: they are shown while one waits, and its card or row can hear them. */
const ANSWERS: readonly KeyName[] = ['allow', 'deny']

/**
 * At most four of the keys that do something on a page as it is now, along its foot; `?` lists all.
 * While somebody writes, only those that act then. Not shown where there is no keyboard.
 */
export async function KeyBar({ keys }: { keys: readonly KeyName[] }) {
  const t = await texts()
  return (
    <FootOfPage label={t('Keys.ofPage')}>
      <span className="flex h-full min-w-0 items-center gap-4 overflow-hidden">
        {keys.map((name) => (
          <span
            key={name}
            data-acts={actsWhere(name)}
            data-answers={ANSWERS.includes(name) ? '' : undefined}
            data-strokes={strokesOf(name).join(' ')}
            className="flex shrink-0 items-center gap-1"
          >
            {strokesOf(name).map((stroke) => (
              <Kbd key={stroke}>{stroke}</Kbd>
            ))}
            <span className="ml-0.5">{t(`Keys.${name}`)}</span>
          </span>
        ))}
      </span>
      <span data-acts="outside fields" className="ml-auto flex shrink-0 items-center gap-1.5">
        <Kbd>?</Kbd>
        {t('Keys.all')}
      </span>
    </FootOfPage>
  )
}
