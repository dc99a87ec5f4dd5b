'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copy-button'
import { AskedOnce } from '@/components/ui/dialog'
import type { HooksPlan } from '@/lib/folders/settings-file'
import { turnHooks } from './actions'

/** Hooks by which Claude Code tells who writes: what would be added, or taken out, is shown first. */
export function Hooks({ plan, act }: { plan: HooksPlan; act: 'add' | 'remove' }) {
  const t = useTranslations('Folders')
  const [isOpen, setOpen] = useState(false)
  const turn = useAct(turnHooks, { done: () => setOpen(false) })
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-ink-2">
      <p className="min-w-0 flex-1">{t(act === 'add' ? 'hooksNone' : 'hooksThere')}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(act === 'add' ? 'hooksAdd' : 'hooksRemove')}
      </Button>
      <AskedOnce
        title={t(act === 'add' ? 'hooksAddTitle' : 'hooksRemoveTitle')}
        description={t('hooksAbout', { file: plan.file })}
        act={t(act === 'add' ? 'hooksAddRun' : 'hooksRemoveRun')}
        variant="primary"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        by={turn}
        onAct={() => void turn.run({ before: plan.before, act })}
      >
        <CopiedLines text={plan.fragment} label={t('hooksFragment')} />
        {plan.replaced.length === 0 ? null : (
          <p className="pt-2 text-caution wrap-anywhere">
            {t('hooksReplaced', { servers: plan.replaced.join(', ') })}
          </p>
        )}
      </AskedOnce>
    </div>
  )
}
