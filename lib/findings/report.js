(function () {
  'use strict';
  // A link to a folded finding opens it.
  function open() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === 'DETAILS') target.open = true;
  }
  window.addEventListener('hashchange', open);
  open();

  // Paper can't be unfolded; afterwards all is as it was.
  var folded = [];
  window.addEventListener('beforeprint', function () {
    folded = Array.from(document.querySelectorAll('details:not([open])'));
    folded.forEach(function (d) { d.open = true; });
  });
  window.addEventListener('afterprint', function () {
    folded.forEach(function (d) { d.open = false; });
  });

  var bar = document.getElementById('filters');
  if (!bar) return;
  bar.hidden = false;
  var search = document.getElementById('search');
  var shown = document.getElementById('shown');
  var nothing = document.getElementById('nothing');
  var chips = Array.from(bar.querySelectorAll('.chip'));
  var findings = Array.from(document.querySelectorAll('.finding'));
  var texts = findings.map(function (f) { return f.textContent.toLowerCase(); });

  function pressed(kind) {
    return chips.filter(function (c) {
      return c.dataset.kind === kind && c.getAttribute('aria-pressed') === 'true';
    }).map(function (c) { return c.dataset.value; });
  }

  // Words must all occur; chips of one kind are alternatives.
  function apply() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    var levels = pressed('level'), verdicts = pressed('verdict'), count = 0;
    findings.forEach(function (f, i) {
      var match = words.every(function (w) { return texts[i].includes(w); }) &&
        (!levels.length || levels.includes(f.dataset.level)) &&
        (!verdicts.length || verdicts.includes(f.dataset.verdict));
      f.hidden = !match;
      if (match) ++count;
    });
    document.querySelectorAll('.group').forEach(function (g) {
      g.hidden = !g.querySelector('.finding:not([hidden])');
      var link = document.querySelector('nav a[href="#' + g.id + '"]');
      if (link) link.parentNode.hidden = g.hidden;
    });
    var all = count === findings.length;
    shown.textContent = all ? '' : count + ' of ' + findings.length + ' shown';
    nothing.hidden = count > 0;
  }

  search.addEventListener('input', apply);
  chips.forEach(function (c) {
    c.addEventListener('click', function () {
      c.setAttribute('aria-pressed', String(c.getAttribute('aria-pressed') !== 'true'));
      apply();
    });
  });

  var all = document.getElementById('all');
  all.addEventListener('click', function () {
    var unfold = all.getAttribute('aria-expanded') !== 'true';
    findings.forEach(function (f) { f.open = unfold; });
    all.setAttribute('aria-expanded', String(unfold));
    all.textContent = unfold ? 'Fold all' : 'Unfold all';
  });

  // To the next finding that is shown, from the one that has the focus.
  function step(by) {
    var visible = findings.filter(function (f) { return !f.hidden; });
    if (!visible.length) return;
    var at = visible.indexOf(document.activeElement.closest('.finding'));
    var next = visible[at < 0 ? (by > 0 ? 0 : visible.length - 1)
      : Math.min(Math.max(at + by, 0), visible.length - 1)];
    next.open = true;
    next.querySelector('summary').focus();
    next.scrollIntoView({block: 'start'});
  }
  document.addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (document.activeElement === search) {
      if (e.key !== 'Escape') return;
      search.value = '';
      apply();
      search.blur();
    } else if (e.key === '/') {
      e.preventDefault();
      search.focus();
    } else if (e.key === 'j' || e.key === 'k') {
      step(e.key === 'j' ? 1 : -1);
    }
  });
  // The browser may bring a search back on reload.
  apply();
})();
