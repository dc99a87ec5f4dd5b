'use client'

import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { type KeyContext, KEYS } from './keys'

const CONTEXTS = Object.keys(KEYS) as KeyContext[]

/** Lists the keys. */
export function KeysDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const t = useTranslations('Keys')
  return (
    <Dialog title={t('title')} description={t('about')} isOpen onOpenChange={onOpenChange}>
      <div className="grid gap-6 sm:grid-cols-2">
        {CONTEXTS.map((context) => (
          <section key={context}>
            <h3 className="mb-1 text-xs font-medium text-ink-3">{t(context)}</h3>
            <dl>
              {KEYS[context].map(([name, strokes]) => (
                <div key={name} className="flex items-baseline justify-between gap-4 py-0.5">
                  <dt>{t(name)}</dt>
                  <dd className="flex gap-1">
                    {strokes.split(' ').map((stroke) => (
                      <Kbd key={stroke}>{stroke}</Kbd>
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
