// A drawing that can be moved, enlarged, saved, and whose nodes can be clicked.

const AROUND = 120; // pixels beside what is seen that are drawn too
const MOVED = 4; // pixels from which on a press is no click
const LARGEST = 4;
const SMALLEST = 0.1;
const REST = 150; // milliseconds without a move after which another one may lead

// Where drawings scroll as one, the one that is moved leads, and a shorter one stops at
// its end without pulling the others back.
let leader = null;
let rest = 0;
function follow(paper, name) {
  if (leader !== null && leader !== paper) return;
  leader = paper;
  clearTimeout(rest);
  rest = setTimeout(() => (leader = null), REST);
  const all = document.querySelectorAll(`[data-together="${name}"] > .paper`);
  for (const other of all) if (other !== paper) other.scrollLeft = paper.scrollLeft;
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".drawing");
  const paper = root.querySelector(".paper");
  const another = root.dataset.subject !== data.subject;
  if (another && paper.scrollLeft !== 0) paper.scrollLeft = 0;
  if (another || data.width < root.wide) root.low = 0; // it went back, or began anew
  root.wide = data.width;
  root.dataset.subject = data.subject;
  const left = paper.scrollLeft;
  let seen = root.clientWidth; // asked before there is anything new to lay out
  // The words are made by the app, every one of them escaped.
  const [frame, ...columns] = data.svg.split(data.column);
  paper.innerHTML = frame + (columns.pop() ?? "");
  const svg = paper.firstElementChild;
  // Parts of an image have no names, so one that can be chosen from is none.
  svg.setAttribute("role", data.clickable ? "group" : "img");
  svg.setAttribute("aria-label", data.alt);
  if (data.clickable) // in a saved file a word is no more than a picture
    for (const word of svg.querySelectorAll(".word")) word.setAttribute("role", "button");
  root.classList.toggle("clickable", data.clickable);

  // A column is drawn when it first comes near what is seen: the rest is for free. The
  // box is as high as those: a high one far to the right leaves no room empty here.
  // While the drawing grows, the box does not shrink: what is below it would dance.
  const parts = columns.map((text) => ({
    text,
    x: Number(/data-x="([^"]*)"/.exec(text)[1]),
    low: Number(/data-low="([^"]*)"/.exec(text)[1]),
  }));
  const reveal = (left) => {
    const [from, to] = [left - AROUND, left + seen + AROUND];
    const near = parts.filter(
      ({ x }) => from < x * root.zoomed && x * root.zoomed < to,
    );
    for (const part of near) {
      if (part.element) continue;
      part.element = document.createElementNS(svg.namespaceURI, "g");
      part.element.innerHTML = part.text;
      svg.append(part.element);
    }
    if (near.length === 0) return;
    const low = Math.max(...near.map((part) => part.low));
    root.low = data.end === "right" ? Math.max(low, root.low) : low;
    root.low = Math.min(root.low, data.height); // other nodes may be shown by now
    svg.style.marginBottom = `${(root.low - data.height) * root.zoomed}px`;
  };
  root.dataset.together = data.together;
  paper.onscroll = () => {
    reveal(paper.scrollLeft);
    if (data.together) follow(paper, data.together);
  };
  const resized = new ResizeObserver(() => {
    seen = root.clientWidth;
    reveal(paper.scrollLeft);
  });

  const zoom = (factor, left) => {
    const before = root.zoomed ?? 1;
    root.zoomed = Math.min(Math.max(before * factor, SMALLEST), LARGEST);
    svg.setAttribute("width", data.width * root.zoomed);
    svg.setAttribute("height", data.height * root.zoomed);
    const begin = ((left + seen / 2) * root.zoomed) / before - seen / 2;
    reveal(begin);
    if (begin !== 0 || left !== 0) paper.scrollLeft = begin;
  };
  zoom(1, data.end === "right" ? data.width * (root.zoomed ?? 1) - seen : left);
  resized.observe(root);

  const actions = {
    in: () => zoom(1.25, paper.scrollLeft),
    out: () => zoom(0.8, paper.scrollLeft),
    reset: () => zoom(1 / root.zoomed, paper.scrollLeft),
    fit: () => zoom(Math.min(seen / data.width, 1) / root.zoomed, paper.scrollLeft),
    save: () => {
      // In a dark page's colours it could not be read on paper.
      const ground = getComputedStyle(root).getPropertyValue("--st-background-color");
      const text = data.svg.replace("<svg ", `<svg style="background:${ground}" `);
      const kind = { type: "image/svg+xml" };
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], kind));
      link.download = `${data.name}.svg`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  };
  for (const button of root.querySelectorAll("button"))
    button.onclick = actions[button.dataset.action];

  paper.onwheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, paper.scrollLeft);
  };

  const choose = (node) => {
    if (!data.clickable) return;
    setTriggerValue("node", { id: Number(node.dataset.node), of: data.of });
  };
  let pressed = null;
  paper.onpointerdown = (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    pressed = { x: event.clientX, left: paper.scrollLeft, moved: false };
  };
  paper.onpointermove = (event) => {
    tell(event);
    if (pressed === null || event.buttons === 0) return;
    const by = event.clientX - pressed.x;
    pressed.moved ||= Math.abs(by) > MOVED;
    if (pressed.moved) paper.scrollLeft = pressed.left - by;
  };
  paper.onclick = (event) => {
    const moved = pressed?.moved;
    pressed = null;
    const node = event.target.closest("[data-node]");
    if (node && !moved) choose(node);
  };

  paper.onkeydown = (event) => {
    const node = event.target.closest("[data-node]");
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault(); // of the space, which would turn the page
    choose(node);
  };

  const tip = root.querySelector(".tip");
  const tell = (event) => {
    const node = event.target.closest("[data-told]");
    tip.hidden = node === null;
    if (node === null) return;
    const [name, ...lines] = node.dataset.told.split("\n");
    const heading = document.createElement("b");
    heading.textContent = name;
    tip.replaceChildren(heading, ...lines.flatMap((line) => ["\n", line]));
    const box = root.getBoundingClientRect();
    const right = box.width - tip.offsetWidth;
    tip.style.left = `${Math.min(event.clientX - box.left + 14, right)}px`;
    tip.style.top = `${event.clientY - box.top + 16}px`;
  };
  tip.hidden = true;
  paper.onpointerleave = () => {
    tip.hidden = true;
    pressed = null;
  };

  return () => resized.disconnect();
}
