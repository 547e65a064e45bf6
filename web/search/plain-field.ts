/** The field of PlainSearch: text typed there moves to the field that replaces it. */
export const plainField: { current: HTMLInputElement | null } = { current: null };

export function takePlainField(): { text: string; focused: boolean } {
  const field = plainField.current;
  plainField.current = null;
  return { text: field?.value ?? '', focused: field !== null && document.activeElement === field };
}
