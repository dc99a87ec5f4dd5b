import { VisibleLabel } from '@/components/content/visible-label'

/** Shows who did what, with who in bold where the sentence begins so. */
export function Sentence({ title, agent }: { title: string; agent: string }) {
  const rest = title.slice(agent.length)
  if (agent === '' || !title.startsWith(agent)) return <VisibleLabel text={title} />
  return (
    <>
      <b className="font-semibold">
        <VisibleLabel text={agent} />
      </b>
      {rest.startsWith(' ') ? ' ' : null}
      <VisibleLabel text={rest.trimStart()} />
    </>
  )
}
