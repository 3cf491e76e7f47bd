// Sends the form with the key to the shop. The form has a button for browsers that do not run this.
document.querySelector('form').submit();
