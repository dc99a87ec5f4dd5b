/** A section of every summary, and its content (agent page, "Compaction", step 1). */
export interface SummarySection {
  title: string
  asks: string
  isOptional: boolean
}

const section = (title: string, asks: string, isOptional = false): SummarySection => ({
  title,
  asks,
  isOptional,
})

export const SUMMARY_SECTIONS: readonly SummarySection[] = [
  section(
    'Request and intent',
    'What the person wants, every request of theirs, in detail; what they want it for; what changed on the way.',
  ),
  section(
    'Key concepts',
    'The terms, systems, rules and decisions that one must know to go on, and why each was decided so.',
  ),
  section(
    'Files and memories touched',
    'Each file or memory that was read, written, renamed or deleted: its exact path, what it holds now, what was changed in it and why.',
  ),
  section(
    'Errors and fixes',
    'What went wrong, how it was put right, and what the person said about it.',
  ),
  section('Problem solving', 'What was found out, what was ruled out, what is still open.'),
  section(
    'All messages of the person',
    'Every message that the person wrote, in their order and in their words; long ones may be shortened where nothing is lost. Results of tools and reminders are not theirs.',
  ),
  section('Pending tasks', 'What was asked for and is not done.'),
  section(
    'Current work',
    'What was being done just before this, exactly: paths, names, numbers, the last step and its outcome.',
  ),
  section(
    'Next step',
    'Only if it follows from what the person asked for last: the one next step, with the verbatim words of the person that ask for it. Otherwise leave this section out.',
    true,
  ),
]
