'use client'

import { FolderPlus, RefreshCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { ActWords } from '@/components/frame/page'
import { useKey } from '@/components/keys/use-key'
import { ActButton } from '@/components/ui/act-button'
import { Button } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import { connectFolders, rescan } from './actions'

/** What agents are given as instructions in a project. */
const INSTRUCTIONS = 'CLAUDE.md, .claude/rules/**'

/** Looks anew, or takes any folder of this machine by its path. */
export function FolderActs() {
  const t = useTranslations('Folders')
  const [isOpen, setOpen] = useState(false)
  const connecting = useAct(connectFolders, { done: () => setOpen(false) })
  useKey('n', t('anyFolder'), () => setOpen(true), { bar: true, when: !isOpen })
  const send = (form: HTMLFormElement) => {
    const folder = formText(form, 'folder')
    const last = folder.split(/[/\\]/).findLast((name) => name !== '') ?? folder
    const only = formText(form, 'only')
      .split(',')
      .map((glob) => glob.trim())
      .filter((glob) => glob !== '')
    const asked = { folder, name: last, preset: 'folder' as const, only, hash: null }
    void connecting.run({ folders: [asked], isTwoWay: false })
  }
  return (
    <>
      <ActButton variant="quiet" Icon={RefreshCw} does={rescan} input={{}}>
        <ActWords>{t('rescan')}</ActWords>
      </ActButton>
      <Button Icon={FolderPlus} stroke="n" onClick={() => setOpen(true)}>
        {t('anyFolder')}
      </Button>
      <Dialog
        title={t('anyFolder')}
        description={t('anyAbout')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <DialogForm
          act={t('connect', { count: 1 })}
          by={connecting}
          onSend={send}
          onCancel={() => setOpen(false)}
        >
          <Field
            name="folder"
            label={t('path')}
            hint={t('pathHint')}
            required
            pattern=".*\S.*"
            maxLength={4_096}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            name="only"
            label={t('only')}
            hint={t('onlyHint', { globs: INSTRUCTIONS })}
            list="only-offered"
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
          />
          <datalist id="only-offered">
            <option value={INSTRUCTIONS}>{t('instructions')}</option>
          </datalist>
        </DialogForm>
      </Dialog>
    </>
  )
}
