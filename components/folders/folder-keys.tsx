'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { StepKeys } from '@/components/ui/step-keys'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { QUESTIONS } from './folder-acts'
import { pauseFolderAction, resumeFolderAction } from './actions'
import type { FoldersAnswer } from './folders-answer'
import { FOLDERS_KEY, foldersQuery } from './queries'

/**
 * J and K step through the folders, X ticks one that was found, P pauses or resumes one that is
 * watched.
 */
export function FolderKeys({ initial }: { initial: FoldersAnswer }) {
  const { folders } = useQuery(foldersQuery(initial)).data
  const queries = useQueryClient()
  const noAnswer = useNoAnswer()
  useLetterKey('x', () => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.dataset.folderRow === 'found')
      focused.click()
  })
  useLetterKey('p', () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-folder-row]')
    const folder = folders.find(({ id }) => id === focused?.dataset.folderRow)
    // What became of the folder and its files is asked, not answered by a key.
    if (!folder || (folder.problem !== null && folder.problem in QUESTIONS)) return
    const act =
      folder.state === 'ok'
        ? pauseFolderAction(folder.id)
        : resumeFolderAction({ connectionId: folder.id, accepts: null })
    void act.catch(noAnswer).then(() => queries.invalidateQueries({ queryKey: FOLDERS_KEY }))
  })
  return <StepKeys selector="[data-folder-row]" next="j" previous="k" />
}
