// Before anything is painted, so that a chosen theme does not flash in the other. Inline scripts are forbidden here.
try {
  const theme = localStorage.getItem('postrider.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}
