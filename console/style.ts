// Dresses the pages: light and dark, from a phone to a desk, without a script.
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --faint: #556070; --paper: #ffffff; --card: #f4f6f9; --line: #d5dce4;
  --good: #166b40; --warn: #855400; --bad: #ad231b; --accent: #0a55a3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --faint: #a3aebc; --paper: #12171e; --card: #1b222c; --line: #38434f;
  --good: #6fd6a3; --warn: #f0c063; --bad: #ff948b; --accent: #7fbcff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }
header, main, footer { max-width: 1240px; margin: 0 auto; padding: 12px 20px; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between; border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: 2px 4px; }
nav a { padding: 10px; color: var(--ink); text-decoration: none; border-radius: 6px; }
nav a:hover, nav a[aria-current] { background: var(--card); color: var(--accent); }
nav a[aria-current] { font-weight: 600; }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
label { display: grid; gap: 2px; color: var(--faint); font-size: 13px; }
input, select, button { min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 6px; }
input[type=checkbox] { width: 44px; } input[name=q] { width: min(22rem, 80vw); } input[name=company] { width: 7rem; }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; }
h1 { margin: 14px 0 8px; font-size: 24px; line-height: 1.25; } h2 { margin: 30px 0 8px; font-size: 17px; }
.faint { color: var(--faint); } .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); font-weight: 600; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; padding: 10px; background: var(--paper); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(46%, 240px), 1fr)); gap: 12px; margin: 14px 0; }
.tile { padding: 12px 14px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tile b { display: block; font-size: 22px; line-height: 1.3; } .tile span { color: var(--faint); font-size: 13px; }
.tile b span { color: inherit; font-size: inherit; } .tile b .good { color: var(--good); } .tile b .warn { color: var(--warn); } .tile b .bad { color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-size: 13px; font-weight: 600; color: var(--faint); }
th, td { padding: 7px 16px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 10px 24px; margin: 8px 0; }
dt { color: var(--faint); font-size: 13px; } dd { margin: 0; }
td p { margin: 0 0 4px; }
td > .good, td > .warn, td > .bad { overflow-wrap: break-word; }
code { font: 13px/1.5 ui-monospace, monospace; }
.command { display: block; margin: 6px 0; padding: 8px 10px; background: var(--card); border: 1px solid var(--line); border-radius: 6px; user-select: all; white-space: pre-wrap; }
summary { padding: 10px 0; cursor: pointer; color: var(--accent); } .kind { margin: 12px 0 4px; }
iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
footer { margin-top: 30px; border-top: 1px solid var(--line); color: var(--faint); font-size: 13px; }
.more { margin: 12px 0; } .more a { display: inline-block; padding: 10px 0; }
@media (max-width: 640px) {
  thead { position: absolute; left: -9999px; }
  table, tbody, tr, td { display: block; }
  tr { margin: 0 0 12px; padding: 8px 12px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
  td { position: relative; min-height: 2rem; padding: 4px 0 4px 9rem; border: 0; }
  td::before { content: attr(data-title); position: absolute; left: 0; width: 8.5rem; color: var(--faint); font-size: 13px; }
  td .command { margin-left: -9rem; }
  td a { min-height: 24px; }
  nav a { padding: 8px 6px; } input[name=q] { width: 100%; } form[role=search] label:first-child { flex: 1 1 100%; }
}
`;
