/** The result of a write whose text a person replaced before it was saved, as the agent reads it. */
export const EDITED_RESULT =
  'The person changed the text of this write and saved that. View the memory to see what it holds now.'
