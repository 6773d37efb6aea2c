/** A whole number with commas between thousands, the same in every locale. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
