'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copied-lines'

/** A key's secret, which is shown this once. */
export function KeySecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('ApiKeys')
  return (
    <div className="space-y-4">
      <CopiedLines text={secret} label={t('secret')} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      </div>
    </div>
  )
}
