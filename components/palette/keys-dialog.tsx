'use client'

import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/dialog'

/** The keys by context; each is named in the texts under `Keys`. */
const KEYS = [
  [
    'anywhere',
    [
      ['goTo', '⌘K'],
      ['list', '?'],
      ['close', 'Esc'],
    ],
  ],
  [
    'tree',
    [
      ['walk', '↑ ↓'],
      ['unfold', '→ ←'],
      ['openRow', 'Enter'],
      ['filter', '/'],
      ['choose', 'Space'],
      ['extend', '⇧↑ ⇧↓'],
      ['rename', 'F2'],
      ['move', 'm'],
      ['create', 'n'],
      ['remove', 'Del'],
      ['undo', '⌘Z'],
    ],
  ],
  [
    'time',
    [
      ['step', '← →'],
      ['ends', 'Home End'],
    ],
  ],
  ['edit', [['save', '⌘S']]],
  [
    'lines',
    [
      ['walkLines', '↑ ↓'],
      ['chooseLine', 'Enter'],
      ['extendLines', '⇧↑ ⇧↓'],
    ],
  ],
  [
    'diff',
    [
      ['nextChange', 'n'],
      ['previousChange', 'p'],
    ],
  ],
  [
    'waiting',
    [
      ['toWaiting', 'Esc'],
      ['allow', 'a'],
      ['deny', 'd'],
      ['allowRest', '⇧A'],
    ],
  ],
] as const

/** Lists the keys. */
export function KeysDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const t = useTranslations('Keys')
  return (
    <Dialog title={t('title')} description={t('about')} isOpen onOpenChange={onOpenChange}>
      <div className="grid gap-6 sm:grid-cols-2">
        {KEYS.map(([place, keys]) => (
          <section key={place}>
            <h3 className="mb-1 text-xs font-medium text-faint">{t(place)}</h3>
            <dl>
              {keys.map(([name, strokes]) => (
                <div key={name} className="flex items-baseline justify-between gap-4 py-0.5">
                  <dt>{t(name)}</dt>
                  <dd className="flex gap-1">
                    {strokes.split(' ').map((stroke) => (
                      <kbd
                        key={stroke}
                        className="rounded-sm border border-control px-1 font-mono text-xs"
                      >
                        {stroke}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
