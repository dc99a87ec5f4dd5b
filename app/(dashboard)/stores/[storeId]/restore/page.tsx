import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { texts } from '@/components/i18n/server-texts'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { StorePlan } from './store-plan'
import { VersionPlan } from './version-plan'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/restore'>,
): Promise<Metadata> {
  const t = await texts()
  const { at } = await props.searchParams
  const { name } = await storeOf((await props.params).storeId)
  return {
    title: `${t(at === undefined ? 'Restore.title' : 'Restore.titleStore')} · ${plainName(name)}`,
  }
}

/** Previews restoring a memory to a version, or the store to a moment, and does it. */
export default async function RestorePage(props: PageProps<'/stores/[storeId]/restore'>) {
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const { version, at } = search
  if (typeof version === 'string') {
    return <VersionPlan store={store} versionId={version} search={search} />
  }
  if (typeof at !== 'string' || !/^\d{1,15}$/.test(at)) notFound()
  return <StorePlan store={store} sequence={Number(at)} search={search} />
}
