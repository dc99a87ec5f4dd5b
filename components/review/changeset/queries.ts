import { ask } from '@/components/queries/ask'
import type { ChangesetNews } from './changeset-news'

const loadNews = async () => (await import('./changeset-news')).changesetNews

/** How far a changeset is by now. */
export function newsOf(changesetId: string): Promise<ChangesetNews> {
  return ask(loadNews, `/review/${changesetId}/news`)
}
