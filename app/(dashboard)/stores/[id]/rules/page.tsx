import { getNow, getTranslations } from 'next-intl/server'
import { Live } from '@/components/live/use-live'
import { RulesForm } from '@/components/rules/form'
import { storeAt, StorePage } from '../store-page'

/** What becomes of what agents write? */
export default async function RulesPage({ params }: PageProps<'/stores/[id]/rules'>) {
  const { id } = await params
  const t = await getTranslations('Rules')
  const store = await storeAt(id)
  return (
    <StorePage
      texts={['Problems', 'Rules']}
      kind="working"
      store={store}
      title={t('title')}
      tab="rules"
    >
      <Live at={{ [`store:${id}`]: store.lastSequence }} />
      <RulesForm
        storeId={id}
        saved={store.rules}
        isArchived={store.archivedAt !== null}
        now={await getNow()}
      />
    </StorePage>
  )
}
