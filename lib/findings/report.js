(function () {
  'use strict';
  // A link to a folded finding opens it.
  function open() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === 'DETAILS') target.open = true;
  }
  window.addEventListener('hashchange', open);
  open();

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
  document.addEventListener('keydown', function (e) {
    if (e.key === '/' && document.activeElement !== search && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      search.focus();
    } else if (e.key === 'Escape' && document.activeElement === search) {
      search.value = '';
      apply();
    }
  });
  // The browser may bring a search back on reload.
  apply();
})();
