'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { resolveConflictAction } from './actions'
import { FOLDERS_KEY } from './queries'

/** Says that nothing is to be done about a change that the folder overtook. */
export function ResolveConflict(conflict: { storeId: string; versionId: string }) {
  const t = useTranslations('Folders')
  const queries = useQueryClient()
  const noAnswer = useNoAnswer()
  const [isPending, start] = useTransition()
  return (
    <Button
      size="small"
      variant="quiet"
      isBusy={isPending}
      onClick={() =>
        start(async () => {
          await resolveConflictAction(conflict).catch(noAnswer)
          await queries.invalidateQueries({ queryKey: FOLDERS_KEY })
        })
      }
    >
      {t('settled')}
    </Button>
  )
}
