import { getNow, getTranslations } from 'next-intl/server'
import { FolderActs } from '@/components/folders/any-folder'
import { Hooks } from '@/components/folders/hooks'
import { FolderRow } from '@/components/folders/row'
import { FoundFolders } from '@/components/folders/found'
import { ConnectionTabs } from '@/components/connections/tabs'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { numbersOf } from '@/lib/live/live'
import { readFolders } from './read-folders'

/** Folders of agents on this machine, and the stores that they are in step with. */
export default async function ConnectionsPage() {
  const t = await getTranslations('Folders')
  const at = Object.fromEntries(await numbersOf(['connections']))
  const [{ inStep, found, hooks }, now] = await Promise.all([readFolders(), getNow()])
  return (
    <PageWithTexts texts={['Folders']} kind="index" name={t('title')}>
      <PageHead
        title={t('title')}
        tabs={<ConnectionTabs current="folders" />}
        acts={<FolderActs />}
      />
      <Live at={at} />
      {hooks ? <Hooks {...hooks} /> : null}
      {inStep.length === 0 ? null : (
        <section aria-label={t('inStep')}>
          <h2 className="flex items-baseline gap-2 border-b border-line px-4 pt-4 pb-1 text-xs font-semibold text-ink-2">
            {t('inStep')}{' '}
            <span className="font-normal text-ink-3 tabular-nums">{inStep.length}</span>
          </h2>
          <ul>
            {inStep.map((folder) => (
              <FolderRow key={folder.id} folder={folder} now={now} />
            ))}
          </ul>
        </section>
      )}
      <FoundFolders found={found} now={now} />
    </PageWithTexts>
  )
}
