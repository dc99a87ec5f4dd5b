'use client'

import { useTranslations } from 'next-intl'
import { CopiedLines } from '@/components/ui/copy-button'
import { AskedAct } from '@/components/ui/dialog'
import type { HooksPlan } from '@/lib/folders/settings-file'
import { turnHooks } from './actions'

/** Hooks by which Claude Code tells who writes: what would be added, or taken out, is shown first. */
export function Hooks({ plan, act }: { plan: HooksPlan; act: 'add' | 'remove' }) {
  const t = useTranslations('Folders')
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-ink-2">
      <p className="min-w-0 flex-1">{t(act === 'add' ? 'hooksNone' : 'hooksThere')}</p>
      <AskedAct
        button={{ size: 'small', children: t(act === 'add' ? 'hooksAdd' : 'hooksRemove') }}
        title={t(act === 'add' ? 'hooksAddTitle' : 'hooksRemoveTitle')}
        description={t('hooksAbout', { file: plan.file })}
        act={t(act === 'add' ? 'hooksAddRun' : 'hooksRemoveRun')}
        variant="primary"
        does={turnHooks}
        input={{ before: plan.before, act }}
      >
        <CopiedLines text={plan.fragment} label={t('hooksFragment')} />
        {plan.replaced.length === 0 ? null : (
          <p className="pt-2 text-caution wrap-anywhere">
            {t('hooksReplaced', { servers: plan.replaced.join(', ') })}
          </p>
        )}
      </AskedAct>
    </div>
  )
}
