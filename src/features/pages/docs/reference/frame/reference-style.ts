// The style of the reference, in addition to that of every documentation page.

/** Method names have a contrast of at least 4.5:1 on both backgrounds. */
export const referenceStyle = `:root{--get:#0b6b4d;--post:#1d5488;--put:#7a4b00;--delete:#a3221c;--find:#fdf1d8}
@media (prefers-color-scheme:dark){:root{--get:#56c596;--post:#8cc4f5;--put:#f0c36b;--delete:#ff9d95;--find:#332a15}}
html{scroll-padding-top:64px}
body>nav{z-index:3}
.reference{max-width:88rem;margin:0 auto;font-size:15px}
.reference main{min-width:0;max-width:none;margin:0}
.reference h2>a,.reference h3>a{color:inherit;text-decoration:none}
.reference h2>a:hover,.reference h3>a:hover{text-decoration:underline}
.reference p{margin:0 0 8px}
.lead{font-size:17px}
.document p{margin:0 0 16px}
aside{padding:16px 16px 0}
.groups{display:none}
.crumb{margin:0}
search{position:relative;display:block}
search[hidden],search ul[hidden]{display:none}
search label,#found{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
search input{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--field);border-radius:10px;
background:var(--sheet);color:var(--ink);font:inherit;font-size:16px}
#results{position:absolute;z-index:2;inset-inline:0;top:48px;max-height:70vh;margin:0;padding:4px;overflow-y:auto;
border:1px solid var(--line);border-radius:10px;background:var(--sheet);list-style:none;box-shadow:0 12px 32px #0003}
#results li{margin:0}
#results a{display:block;padding:8px;border-radius:6px;color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
#results a:hover,#results a:focus{background:var(--paper)}
#results span{display:block;color:var(--soft);font-size:13px}
#results p{margin:0;padding:8px;color:var(--soft)}
b.get,b.post,b.put,b.delete{display:inline-block;min-width:4.2em;font:600 13px/1.45 var(--mono)}
b.get{color:var(--get)}
b.post{color:var(--post)}
b.put{color:var(--put)}
b.delete{color:var(--delete)}
.route{padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--sheet)}
.operations{margin:0 0 16px;padding:0;list-style:none}
.operations li{display:grid;gap:0 16px;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));margin:0;
padding:8px 0;border-bottom:1px solid var(--line)}
.operations span{color:var(--soft);overflow-wrap:anywhere}
a:has(>code){text-underline-offset:.4em}
.scopes{display:grid;gap:4px 16px;grid-template-columns:minmax(0,max-content) 1fr}
.scopes>*{margin:0}
.objects{display:flex;flex-wrap:wrap;gap:4px 12px}
.entry{margin-top:32px;padding-top:16px;border-top:1px solid var(--line)}
.entry h2{margin-top:8px}
.entry h3{margin:24px 0 4px;font-size:15px}
.callers{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:0;list-style:none}
.callers li{margin:0}
.fields{margin:0 0 8px;padding:0;list-style:none}
.fields li{margin:0;padding:8px 0;border-top:1px solid var(--line)}
.fields li>p{margin:0 0 4px}
.fields>li:target{margin:0 -8px;padding-inline:8px;border-radius:6px;background:var(--find)}
.name a>code,.name>code{font-weight:600}
.name a{color:var(--ink);text-decoration:none}
.name a:hover{text-decoration:underline}
.name span,.name span a{color:var(--soft)}
.name span a{text-decoration:underline}
.name em{margin-inline-start:8px;color:var(--soft);font-size:13px;font-style:normal}
.name em::before{content:"· "}
.facts,.values{color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.values code{display:inline-block;margin:0 4px 4px 0;padding:0 6px;border:1px solid var(--line);border-radius:6px}
.fields details{margin:4px 0 0}
.fields summary{width:fit-content;font-size:13px}
.fields details>.fields{margin:4px 0 0;padding-inline-start:16px;border-inline-start:2px solid var(--line)}
.errors dt{margin-top:8px}
.errors dd{margin:0}
.entry .also{margin-top:16px}
.samples figure{margin:16px 0 0}
.samples figcaption{display:flex;justify-content:space-between;align-items:center;min-height:28px;color:var(--soft);
font-size:13px}
.samples pre{margin:0;max-height:60vh;overflow:auto}
.samples pre code{font-size:13px}
.samples figure:first-child code{white-space:pre-wrap;overflow-wrap:anywhere}
.samples i{color:var(--get);font-style:normal}
.samples button{padding:4px 8px;border:0;border-radius:6px;background:none;color:var(--accent);font:inherit;
cursor:pointer}
@media (min-width:60rem){
.crumb{display:none}
.reference{display:grid;grid-template-columns:15rem minmax(0,1fr)}
.reference main{padding:24px 32px 64px}
.overview{max-width:56rem}
.document main{max-width:60rem}
.document td:first-child code{overflow-wrap:normal}
aside{position:sticky;top:48px;align-self:start;max-height:calc(100vh - 48px);padding:24px 0 24px 16px;overflow-y:auto}
.groups{display:block;margin-top:16px}
.groups ul{margin:0;padding:0;list-style:none}
.groups li{margin:0}
.groups a{display:block;padding:4px 8px;border-radius:6px;color:var(--soft);text-decoration:none}
.groups a:hover{color:var(--ink)}
.groups [aria-current]{color:var(--accent);font-weight:600}
.groups ul ul [aria-current]{font-weight:400}
.groups ul ul{margin:0 0 8px 8px;border-inline-start:1px solid var(--line);font-size:13px}
aside:has(#results:not([hidden])){overflow:visible}
#results{width:28rem}
}
@media (min-width:80rem){
.entry{display:grid;gap:32px;grid-template-columns:minmax(0,1fr) minmax(0,27rem)}
.samples{position:sticky;top:64px;align-self:start}
.samples figure:first-child{margin-top:0}
.samples pre{max-height:calc(50vh - 80px)}
}`;
