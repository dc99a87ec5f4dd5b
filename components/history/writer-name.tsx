import { VisibleLabel } from '@/components/content/visible-label'
import type { ShownWriter } from './shown-writer'

/** Shows a writer whose words are already known; the whole id on hover. */
export function WriterName({ id, kind, name }: Pick<ShownWriter, 'id' | 'kind' | 'name'>) {
  return (
    <span title={id}>
      {kind}
      <VisibleLabel text={name} />
    </span>
  )
}
